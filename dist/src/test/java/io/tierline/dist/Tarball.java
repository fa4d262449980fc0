/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tarball that this build has made, and what the docs tell operators to do with it. */
final class Tarball {
  private static final Path INSTALL = Path.of("../docs/install.md");
  private static final Path DELTA = Path.of("../docs/bid-delta.md");
  private static final Pattern COMMANDS = Pattern.compile("(?s)```sh\n(.*?)```");

  private static final Pattern ALTER =
      Pattern.compile("(?m)^alter '(\\w+)', CONFIGURATION => \\{'([^']+)' => '([^']*)'\\}$");

  private static final Pattern PROPERTY =
      Pattern.compile("<property><name>(.*?)</name><value>(.*?)</value></property>");

  private Tarball() {}

  /** This build's, or the one that was named: ./tierline test with matrix has one for all hosts. */
  static Path file() throws IOException {
    String named = System.getProperty("tierline.tarball");
    if (named != null) {
      return Path.of(named);
    }
    try (DirectoryStream<Path> made =
        Files.newDirectoryStream(Path.of("target"), "tierline-*.tar.gz")) {
      Iterator<Path> all = made.iterator();
      Path tarball = all.next();
      assertThat(all.hasNext()).as("one tarball").isFalse();
      return tarball.toAbsolutePath();
    }
  }

  /** The folder that all of it lies in. */
  static String root() throws IOException {
    return file().getFileName().toString().replace(".tar.gz", "");
  }

  /** What an operator copies from a section of the docs, in the order of the page. */
  static List<String> commands(String heading) throws IOException {
    return COMMANDS.matcher(section(heading)).results().map(found -> found.group(1)).toList();
  }

  /** What an operator does with the delta log of a DataNode that is down, in the page's order. */
  static List<String> deltaCommands() throws IOException {
    return COMMANDS
        .matcher(section(DELTA, "The command"))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** The shell statements that switch a table to RLSM, and back. */
  static List<Alteration> alterations() throws IOException {
    return ALTER
        .matcher(section("RLSM"))
        .results()
        .map(found -> new Alteration(found.group(1), found.group(2), found.group(3)))
        .toList();
  }

  /** One statement of HBase's shell: a value in a table's own configuration. */
  record Alteration(String table, String key, String value) {}

  private static String section(String heading) throws IOException {
    return section(INSTALL, heading);
  }

  private static String section(Path file, String heading) throws IOException {
    String page = Files.readString(file);
    String title = "\n## " + heading + "\n";
    assertThat(page).contains(title);
    String from = page.substring(page.indexOf(title) + title.length());
    return from.split("\n## ", 2)[0];
  }

  /** What the docs have an operator set for BID's dataset, each as a name and a value. */
  static Map<String, String> datasetProperties() throws IOException {
    Map<String, String> properties = new LinkedHashMap<>();
    Matcher found = PROPERTY.matcher(section("BID's dataset"));
    while (found.find()) {
      properties.put(found.group(1), found.group(2));
    }
    return properties;
  }

  record Outcome(int status, String output) {
    void requireSuccess() {
      assertThat(status).as(output).isZero();
    }
  }

  static Outcome bash(String script, Map<String, String> environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-euc", script)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(process.waitFor(), text);
    }
  }
}
