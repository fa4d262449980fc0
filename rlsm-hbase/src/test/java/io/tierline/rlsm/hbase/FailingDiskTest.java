/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.plan.Plan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fails once, or is full for a while, under a region that goes on. */
class FailingDiskTest {

  private static final boolean EXTENDED = Boolean.getBoolean("tierline.extended");
  private static final String NAME = "failing";
  private static final Predicate<Plan> CUT_FOLD =
      plan -> plan.kind() == Plan.Kind.FOLD && plan.cuts().size() > 1;
  private static final Predicate<Plan> RUN_MERGE = plan -> plan.kind() == Plan.Kind.RUN;
  private static final Predicate<Plan> MIDDLE_FOLD =
      plan -> plan.kind() == Plan.Kind.FOLD && !plan.drops().deletes();

  @TempDir(factory = InMemory.class)
  private Path scratch;

  private final TableDescriptor descriptor = descriptor();
  private final Configuration site = site();
  private FaultyTable table;
  private int copies;

  private static TableDescriptor descriptor() {
    return TableDescriptorBuilder.newBuilder(FaultyTable.descriptor())
        .setValue("hbase.hstore.flush.retries.number", "2")
        .setValue("hbase.server.pause", "1")
        .build();
  }

  private static Configuration site() {
    Configuration conf = FaultyFileSystem.site(NAME);
    conf.setInt("hdfs.client.sleep.before.retries", 1);
    conf.setInt("hdfs.client.retries.number", 0);
    return conf;
  }

  @BeforeEach
  void createTable() throws IOException {
    FaultyTable.installClock();
    table = new FaultyTable(scratch.resolve("live"), descriptor, site, 3);
  }

  @AfterEach
  void closeTable() throws IOException {
    FaultyFileSystem.probe(NAME, null);
    table.close();
    EnvironmentEdgeManager.reset();
  }

  /** Writes until a compaction of some kind is due, which is left undone. */
  private void writeUntilDue(Predicate<Plan> wanted) throws IOException {
    for (int round = 0; round < 200; round++) {
      table.write(60);
      table.flush();
      HStore store = table.stores().get(0);
      Optional<CompactionContext> next = FaultyTable.request(store, false);
      while (next.isPresent()) {
        if (wanted.test(((RlsmCompaction) next.get()).plan())) {
          store.cancelRequestedCompaction(next.get());
          return;
        }
        FaultyTable.compact(store, next.get());
        next = FaultyTable.request(store, false);
      }
      table.table().discharge();
    }
    throw new AssertionError("no such compaction in 200 rounds");
  }

  /** A server that has opened the files as they are. */
  private FaultyTable opened() throws IOException {
    return recovered(table);
  }

  private FaultyTable recovered(FaultyTable live) throws IOException {
    Path copy = scratch.resolve("copy-" + copies++);
    KillImages.copy(live.table().directory(), copy);
    return live.recovered(copy, descriptor, true, site);
  }

  private static void compactWhatIsDue(FaultyTable opened, Predicate<Plan> wanted)
      throws IOException {
    HStore store = opened.stores().get(0);
    CompactionContext due = FaultyTable.request(store, false).orElseThrow();
    assertThat(wanted.test(((RlsmCompaction) due).plan())).isTrue();
    FaultyTable.compact(store, due);
  }

  private interface Work {
    void run(FaultyTable opened) throws IOException;
  }

  /**
   * When a step fails. That one was done and that the next was not leave nearly the same disk: a
   * long compaction is tried both ways at every step only extended.
   */
  private static boolean[] whens(int step, boolean placing) {
    if (placing) {
      return new boolean[] {false};
    }
    return EXTENDED ? new boolean[] {false, true} : new boolean[] {step % 2 == 0};
  }

  /** Lets each step of some work fail, in a server of its own; returns the number of steps. */
  private int failEachStep(boolean placing, Work work) throws IOException {
    return failEachStep(placing, false, work);
  }

  private int failEachStep(boolean placing, boolean error, Work work) throws IOException {
    for (int step = 1; ; step++) {
      for (boolean done : whens(step, placing)) {
        try (FaultyTable opened = opened()) {
          FailingStep failing = new FailingStep(step, done, placing, error);
          boolean thrown = attempt(opened, failing, work);
          if (failing.failed() == null) {
            assertThat(thrown).isFalse();
            return step - 1;
          }
          String when = failing.failed() + (thrown ? ", reported" : ", overcome");
          goesOn(opened, when, leftBehind(failing));
        }
      }
    }
  }

  private static boolean attempt(FaultyTable opened, FaultyFileSystem.Probe probe, Work work) {
    FaultyFileSystem.probe(NAME, probe);
    try {
      work.run(opened);
      return false;
    } catch (IOException | OutOfMemoryError e) {
      return true;
    } finally {
      FaultyFileSystem.probe(NAME, null);
    }
  }

  /** HBase forgets a file that it could not create, until the region is opened again. */
  private static List<String> leftBehind(FailingStep failing) {
    return failing.failed().contains("after CREATE") ? List.of("/.tmp/") : List.of();
  }

  private void goesOn(FaultyTable opened, String when, List<String> leftBehind) throws IOException {
    try {
      opened.check(when);
      opened.write(5);
      opened.check(when + ", written to");
      try (FaultyTable killed = recovered(opened)) {
        killed.check(when + ", then killed");
        killed.end(when + ", then killed", List.of());
      }
      opened.flush();
      opened.compactUntilQuiet();
      opened.check(when + ", compacted again");
      opened.end(when, leftBehind);
    } catch (IOException e) {
      throw new AssertionError(when, e);
    }
  }

  @Test
  void aFoldWhoseFilesCannotBePutInPlaceIsDoneAgain() throws IOException {
    writeUntilDue(CUT_FOLD);
    int steps = failEachStep(true, opened -> compactWhatIsDue(opened, CUT_FOLD));
    assertThat(steps).isGreaterThan(5);
  }

  @Test
  @Tag("integration")
  void aFoldThatFailsAtAnyStepIsDoneAgain() throws IOException {
    writeUntilDue(CUT_FOLD);
    failEachStep(false, opened -> compactWhatIsDue(opened, CUT_FOLD));
  }

  /** For want of memory, as an example; what it had begun to write is gone then. */
  @Test
  @Tag("integration")
  void aFoldThatAnErrorEndsAtAnyStepIsDoneAgain() throws IOException {
    writeUntilDue(CUT_FOLD);
    int steps = failEachStep(false, true, opened -> compactWhatIsDue(opened, CUT_FOLD));
    assertThat(steps).isGreaterThan(5);
  }

  @Test
  @Tag("integration")
  void aFoldOfSomeRowsThatFailsAtAnyStepIsDoneAgain() throws IOException {
    writeUntilDue(MIDDLE_FOLD);
    failEachStep(false, opened -> compactWhatIsDue(opened, MIDDLE_FOLD));
  }

  @Test
  @Tag("integration")
  void aRunMergeThatFailsAtAnyStepIsDoneAgain() throws IOException {
    writeUntilDue(RUN_MERGE);
    failEachStep(false, opened -> compactWhatIsDue(opened, RUN_MERGE));
  }

  /** HBase ends a server whose flush fails for good: whatever a kill then leaves is right. */
  @Test
  @Tag("integration")
  void aFlushThatFailsAtAnyStepLosesNothing() throws IOException {
    writeUntilDue(RUN_MERGE);
    for (int step = 1; ; step++) {
      for (boolean done : new boolean[] {false, true}) {
        try (FaultyTable opened = opened()) {
          opened.write(50);
          FailingStep failing = new FailingStep(step, done, false, false);
          boolean thrown = attempt(opened, failing, FaultyTable::flush);
          if (failing.failed() == null) {
            assertThat(step).isGreaterThan(5);
            return;
          }
          if (thrown) {
            try (FaultyTable killed = recovered(opened)) {
              killed.check(failing.failed() + ", then killed");
              killed.end(failing.failed() + ", then killed", List.of());
            }
          } else {
            goesOn(opened, failing.failed(), List.of("/.tmp/"));
          }
        }
      }
    }
  }

  // ---------------------------------------------------------------- a full disk

  @Test
  void aCompactionOnAFullDiskSaysSoAndIsDoneLater() throws IOException {
    writeUntilDue(CUT_FOLD);
    for (long bytes : new long[] {0, 3_000, 12_000}) {
      try (FaultyTable opened = opened()) {
        FullDisk disk = new FullDisk(bytes);
        FaultyFileSystem.probe(NAME, disk);
        for (int attempt = 0; attempt < 2; attempt++) {
          assertSaysSo(opened, due -> compactWhatIsDue(due, CUT_FOLD));
          opened.check("on a full disk");
        }
        assertThat(disk.refused()).isPositive();
        FaultyFileSystem.probe(NAME, null);
        compactWhatIsDue(opened, CUT_FOLD);
        goesOn(opened, "after a full disk with " + bytes + " bytes", List.of());
      }
    }
  }

  private static void assertSaysSo(FaultyTable opened, Work work) {
    Exception failure = null;
    try {
      work.run(opened);
    } catch (IOException e) {
      failure = e;
    }
    assertThat(failure).isNotNull();
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).contains(FullDisk.MESSAGE);
  }

  @Test
  void aFlushOnAFullDiskSaysSoAndLosesNothing() throws IOException {
    for (long bytes : new long[] {0, 1_500}) {
      try (FaultyTable opened = opened()) {
        opened.write(50);
        FaultyFileSystem.probe(NAME, new FullDisk(bytes));
        assertSaysSo(opened, FaultyTable::flush);
        FaultyFileSystem.probe(NAME, null);
        try (FaultyTable killed = recovered(opened)) {
          killed.check("after a full disk");
          killed.end("after a full disk", List.of());
        }
      }
    }
  }
}
