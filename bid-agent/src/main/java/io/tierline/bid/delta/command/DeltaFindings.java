/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta.command;

import io.tierline.bid.volume.NativeLibrary;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was done with a log, and what became of its blocks. */
public final class DeltaFindings implements Closeable {
  /** What becomes of blocks that the log may forget. */
  private static final Set<String> WHOLE = Set.of("at-home", "brought-home", "deleted");

  private static final List<String> DAMAGE =
      List.of("unreadable_pages", "damaged_pages", "damaged_segments", "orphans");

  private final DeltaAction action;
  private final Path file;
  private final Path printed;
  private final DeltaTable table;
  private final String warning;

  private DeltaFindings(DeltaAction action, Path file, Path printed, String warning) {
    this.action = action;
    this.file = file;
    this.printed = printed;
    this.table = new DeltaTable(printed);
    this.warning = warning;
  }

  /**
   * Does it.
   *
   * @param file the log's; of {@link DeltaAction#FORGET} a volume's folder
   * @param volumes folders of volumes that are mounted elsewhere now
   * @throws IOException when it cannot be done: one line that says why
   */
  public static DeltaFindings of(DeltaAction action, Path file, List<Path> volumes)
      throws IOException {
    Optional<String> missing = NativeLibrary.refusal(Optional.empty());
    if (missing.isPresent()) {
      throw new IOException("the library in C cannot be used: " + missing.get());
    }
    List<String> texts = new ArrayList<>(List.of(action.toString(), file.toString()));
    volumes.forEach(volume -> texts.add(volume.toString()));
    Path printed = Files.createTempFile("tierline-bid-delta-", ".out");
    Path complaints = Files.createTempFile("tierline-bid-delta-", ".err");
    boolean isDone = false;
    try {
      int status = run(texts, printed, complaints);
      String warning = lastLine(complaints);
      if (status != 0) {
        throw new IOException(status < 0 ? NativeLibrary.errorText(-status) : warning);
      }
      isDone = true;
      return new DeltaFindings(action, file, printed, warning);
    } finally {
      Files.delete(complaints);
      if (!isDone) {
        Files.delete(printed);
      }
    }
  }

  private static int run(List<String> texts, Path printed, Path complaints) throws IOException {
    try (FileOutputStream out = new FileOutputStream(printed.toFile());
        FileOutputStream err = new FileOutputStream(complaints.toFile())) {
      return CommandNative.run(
          texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new),
          out.getFD(),
          err.getFD());
    }
  }

  private static String lastLine(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
        .lines()
        .reduce("", (before, line) -> line);
  }

  /** Prints it for people. */
  public void print(PrintStream out) throws IOException {
    if (table.isEmpty()) {
      out.println(file + " has nothing that is needed");
    } else if (action == DeltaAction.CHECK) {
      table.printFigures(out);
    } else {
      table.print(out);
    }
  }

  /** It as rows of columns, for programs. */
  public List<Map<String, Object>> rows() {
    try {
      return table.rows();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Why this is not a good end: damage, or blocks that are not whole at home.
   *
   * @param command how the operator calls this, for what is to be done
   */
  public Optional<String> complaint(String command) {
    if (!warning.isEmpty()) {
      return Optional.of(warning);
    }
    return switch (action) {
      case CHECK ->
          Optional.of(file + " is damaged: make a copy, then " + command + " repair " + file)
              .filter(text -> isDamaged(rows().get(0)));
      case DRAIN, REPAIR -> notWhole(rows());
      case DUMP, FORGET -> Optional.empty();
    };
  }

  private static boolean isDamaged(Map<String, Object> figures) {
    return DAMAGE.stream().anyMatch(column -> !Long.valueOf(0).equals(figures.get(column)));
  }

  private static Optional<String> notWhole(List<Map<String, Object>> rows) {
    long others = rows.stream().filter(row -> !WHOLE.contains(row.get("fate"))).count();
    return others == 0
        ? Optional.empty()
        : Optional.of(
            others + " of " + rows.size() + " blocks are not whole at home: see the column fate");
  }

  /** Deletes the file that the lines are in. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(printed);
  }
}
