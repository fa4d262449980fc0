/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.text.WordUtils;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * {@code hdfs biddelta}: looks at a delta log that no process has open, and empties it. It needs no
 * daemon and no configuration.
 *
 * <p>Exit codes: 0 all is well, 1 it is not (one line says why), 2 wrong command line.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class BidDelta {
  private static final String NAME = "biddelta";
  private static final String COMMAND = "hdfs " + NAME;
  private static final String VOLUME = "--volume";
  private static final String JSON = "--json";
  private static final int WRONG_USAGE = 2;
  private static final int WIDTH = 100;

  private final PrintStream out;
  private final PrintStream err;

  BidDelta(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Runs the command and ends the process with its exit code. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava")
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    int status = new BidDelta(out, System.err).run(arguments);
    out.flush();
    System.exit(status);
  }

  int run(String... arguments) {
    try {
      Deque<String> words = new ArrayDeque<>(Arrays.asList(arguments));
      if (words.contains("--help") || words.contains("-h")) {
        help();
        return 0;
      }
      return run(Request.of(words));
    } catch (IllegalArgumentException e) {
      err.println(NAME + ": " + e.getMessage() + "; see " + COMMAND + " --help");
      return WRONG_USAGE;
    } catch (IOException e) {
      err.println(NAME + ": " + why(e));
      return 1;
    }
  }

  private int run(Request request) throws IOException {
    try (DeltaFindings found = DeltaFindings.of(request.action, request.file, request.volumes)) {
      found.print(out);
      if (request.json.isPresent()) {
        Files.writeString(request.json.get(), json(request, found) + "\n");
      }
      Optional<String> complaint = found.complaint(COMMAND);
      complaint.ifPresent(line -> err.println(NAME + ": " + line));
      return complaint.isPresent() ? 1 : 0;
    }
  }

  private static String json(Request request, DeltaFindings found) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("command", NAME);
    all.put(
        "parameters", Map.of("action", request.action.toString(), "file", request.file.toString()));
    all.put("results", found.rows());
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(all);
  }

  private static String why(IOException failure) {
    if (failure instanceof FileSystemException file) {
      String reason = file.getReason();
      return file.getFile()
          + " cannot be used: "
          + (reason == null ? file.getClass().getSimpleName() : reason);
    }
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }

  private void help() {
    out.println("Usage: " + COMMAND + " [-h] [--json=FILE] [--volume=DIR]... ACTION FILE");
    for (String text : List.of(DeltaHelp.PURPOSE, DeltaHelp.ACTIONS, DeltaHelp.FORGET)) {
      out.println(WordUtils.wrap(text, WIDTH));
    }
    out.println("Run it as the user that the DataNode runs as.");
    option("ACTION", "check, dump, repair, drain, forget.");
    option("FILE", DeltaHelp.FILE);
    option(VOLUME + "=DIR", DeltaHelp.VOLUME);
    option(JSON + "=FILE", "Also write the figures as JSON.");
    option("-h, --help", "Print this.");
  }

  private void option(String name, String what) {
    String indent = " ".repeat(17);
    String text = WordUtils.wrap(what, WIDTH - indent.length(), "\n" + indent, false);
    out.printf("  %-15s%s%n", name, text);
  }

  /** What the command line says. */
  private record Request(DeltaAction action, Path file, List<Path> volumes, Optional<Path> json) {

    static Request of(Deque<String> words) {
      List<String> places = new ArrayList<>();
      List<Path> volumes = new ArrayList<>();
      Optional<Path> json = Optional.empty();
      while (!words.isEmpty()) {
        String word = words.remove();
        if (isOption(VOLUME, word)) {
          volumes.add(Path.of(value(VOLUME, word, words)));
        } else if (isOption(JSON, word)) {
          json = Optional.of(Path.of(value(JSON, word, words)));
        } else if (word.startsWith("-")) {
          throw new IllegalArgumentException("unknown option " + word);
        } else {
          places.add(word);
        }
      }
      return of(places, volumes, json);
    }

    private static Request of(List<String> places, List<Path> volumes, Optional<Path> json) {
      if (places.size() < 2) {
        String missing = places.isEmpty() ? "s: 'ACTION', 'FILE'" : ": 'FILE'";
        throw new IllegalArgumentException("Missing required parameter" + missing);
      }
      if (places.size() > 2) {
        throw new IllegalArgumentException("unknown argument '" + places.get(2) + "'");
      }
      DeltaAction action =
          DeltaAction.named(places.get(0))
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "unknown action '"
                              + places.get(0)
                              + "', one of check, dump, repair, drain, forget"));
      return new Request(action, Path.of(places.get(1)), volumes, json);
    }

    private static boolean isOption(String name, String word) {
      return word.equals(name) || word.startsWith(name + "=");
    }

    private static String value(String name, String word, Deque<String> words) {
      if (word.length() > name.length()) {
        return word.substring(name.length() + 1);
      }
      if (words.isEmpty()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      return words.remove();
    }
  }
}
