/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.CommandException;
import io.tierline.cli.Console;
import io.tierline.cli.measure.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./tierline bid-delta}: looks at a delta log that no process has open, and empties it. */
@Command(
    name = "bid-delta",
    sortOptions = false,
    description = {
      "Check, list, empty or repair a delta log of BID.",
      "check reads all of it and counts. dump lists its records. drain brings home what the blocks"
          + " do not have yet, and empties the log; it changes nothing of a log that is damaged."
          + " repair does the same with what can still be read: make a copy of the log first. A"
          + " log with blocks whose volume is not there stays as it is. No process may have the"
          + " log open. The exit code is 0 only if the log is undamaged, or was emptied with"
          + " every block whole.",
      "A volume whose blocks may need a log has a mark that names it: "
          + "while that log is not there, none is made in its place, and the volume's blocks that"
          + " were being written are not recovered. forget DIR takes away the mark of the volume"
          + " DIR, whose log is lost, with the DataNode stopped."
    })
public final class BidDelta implements Callable<Integer> {
  private static final String NAME = "bid-delta";
  private static final NativeProgram PROGRAM = new NativeProgram(NAME);

  /** What becomes of blocks that the log may forget. */
  private static final Set<String> WHOLE = Set.of("at-home", "brought-home", "deleted");

  /** What can be done with a log. */
  enum Action {
    /** Read and count. */
    CHECK,
    /** List the records. */
    DUMP,
    /** Bring home what can be read, damage or not, and empty it. */
    REPAIR,
    /** Bring home and empty. */
    DRAIN,
    /** Give up the log of a volume. */
    FORGET;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(index = "0", paramLabel = "ACTION", description = "${COMPLETION-CANDIDATES}.")
  private Action action;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "The log's file; of forget, the folder of a volume.")
  private Path file;

  @Option(
      names = "--volume",
      paramLabel = "DIR",
      description =
          "A DataNode's volume that is mounted elsewhere now; may be given several times. Its"
              + " current/VERSION tells which one it is.")
  private List<Path> volumes = List.of();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;

  /** The command; where it prints. */
  public BidDelta(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    // By position.
    List<String> arguments = new ArrayList<>(List.of(action.toString(), file.toString()));
    volumes.forEach(volume -> arguments.add(volume.toString()));
    List<Row> rows = Table.parse(NAME, PROGRAM.run(arguments, fraction -> {}));
    print(rows);
    json.write(
        () ->
            Printout.json(
                NAME,
                Map.of("action", action.toString(), "file", file.toString()),
                rows.stream().map(Printout::fields).toList()));
    complain(rows);
    return 0;
  }

  private void print(List<Row> rows) {
    if (rows.isEmpty()) {
      console.out().println(file + " has nothing that is needed");
    } else if (action == Action.CHECK) {
      Printout.figures(rows.get(0), console.out());
    } else {
      Printout.rows(rows, console.out());
    }
  }

  private void complain(List<Row> rows) throws CommandException {
    if (action == Action.CHECK && isDamaged(rows.get(0))) {
      throw new CommandException(
          file + " is damaged: make a copy, then ./tierline bid-delta repair " + file);
    }
    if (action == Action.DRAIN || action == Action.REPAIR) {
      long others = rows.stream().filter(row -> !WHOLE.contains(row.text("fate"))).count();
      if (others > 0) {
        throw new CommandException(
            others + " of " + rows.size() + " blocks are not whole at home: see the column fate");
      }
    }
  }

  private static boolean isDamaged(Row figures) {
    return List.of("unreadable_pages", "damaged_pages", "damaged_segments", "orphans").stream()
        .anyMatch(column -> figures.number(column) > 0);
  }
}
