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
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tierline.rlsm.layout.FileMeta.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are damaged or gone. What RLSM keeps in a file only makes reads and compactions
 * cheaper, so that its loss changes no answer; for the rest the stock engine on the same files sets
 * the standard.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DamagedFilesTest {

  private static final TableDescriptor RLSM = FaultyTable.descriptor();
  private static final TableDescriptor STOCK =
      LocalTable.withEngine(RLSM, DefaultStoreEngine.class);

  private Path scratch;

  private final Configuration site = LocalSite.small();
  private FaultyTable table;
  private int copies;

  /** Makes a store with runs and bases. */
  @BeforeAll
  void writeUntilThereAreRunsOnBases(@TempDir(factory = InMemory.class) Path directory)
      throws IOException {
    scratch = directory;
    FaultyTable.installClock();
    // What is damaged must reach the code that is to find it.
    site.setBoolean("hbase.regionserver.checksum.verify", false);
    table = new FaultyTable(scratch.resolve("live"), RLSM, site, 5);
    for (int round = 0; round < 200 && bases().size() < 2; round++) {
      table.write(60);
      table.flush();
      table.compactUntilQuiet();
      table.table().discharge();
    }
    assertThat(bases()).hasSizeGreaterThan(1);
  }

  @AfterAll
  void closeTable() throws IOException {
    table.close();
    EnvironmentEdgeManager.reset();
  }

  private List<RlsmStoreFile> files() {
    return table.stores().get(0).getStorefiles().stream().map(f -> (RlsmStoreFile) f).toList();
  }

  private List<RlsmStoreFile> bases() {
    return files().stream()
        .filter(file -> file.info() != null && file.info().role() == Role.BASE)
        .toList();
  }

  private static String name(RlsmStoreFile file) {
    return file.getPath().getName();
  }

  private Path copy() {
    Path copy = scratch.resolve("copy-" + copies++);
    KillImages.copy(table.table().directory(), copy);
    return copy;
  }

  private static Path find(Path copy, String name) {
    try (Stream<Path> tree = Files.walk(copy.resolve("data"))) {
      return tree.filter(path -> path.endsWith(name)).findFirst().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes the first of some bytes that a file has. */
  private static void flip(Path file, byte[] what, int at) throws IOException {
    byte[] data = Files.readAllBytes(file);
    int start = 0;
    while (!Arrays.equals(data, start, start + what.length, what, 0, what.length)) {
      start++;
    }
    data[start + at] ^= 0x15;
    Files.write(file, data);
  }

  private void answersAsBefore(Path damaged, String when) throws IOException {
    try (FaultyTable opened = table.recovered(damaged, RLSM, true, site)) {
      opened.check(when);
      opened.write(60);
      opened.flush();
      opened.compactUntilQuiet();
      opened.check(when + ", after compactions");
      opened.table().reopen(STOCK);
      opened.check(when + ", by the stock engine");
      opened.table().reopen(RLSM);
      FaultyTable.idle();
      opened.compactUntilQuiet();
      opened.check(when + ", after idle time");
      opened.end(when, List.of());
    }
  }

  // ---------------------------------------------------------------- what RLSM adds to files

  @Test
  void aBaseWhoseFileInfoIsDamagedIsReadLikeAFlush() throws IOException {
    RlsmStoreFile base = bases().get(0);
    Path damaged = copy();
    byte[] info = base.info().toBytes();
    flip(find(damaged, name(base)), info, info.length - 12);
    try (FaultyTable opened = table.recovered(copyOf(damaged), RLSM, true, site)) {
      assertThat(rolesUnknown(opened)).isEqualTo(rolesUnknown(table) + 1);
    }
    answersAsBefore(damaged, "file info of a base damaged");
  }

  @Test
  void filesWithoutAnyFileInfoAreReadLikeFlushes() throws IOException {
    Path damaged = copy();
    for (RlsmStoreFile file : files()) {
      if (file.info() != null) {
        flip(find(damaged, name(file)), RlsmFileInfo.KEY, 3);
      }
    }
    try (FaultyTable opened = table.recovered(copyOf(damaged), RLSM, true, site)) {
      assertThat(rolesUnknown(opened)).isEqualTo(files().size());
    }
    answersAsBefore(damaged, "no file info");
  }

  private Path copyOf(Path damaged) {
    Path copy = scratch.resolve("copy-" + copies++);
    KillImages.copy(damaged, copy);
    return copy;
  }

  private static long rolesUnknown(FaultyTable opened) {
    return opened.stores().get(0).getStorefiles().stream()
        .filter(file -> ((RlsmStoreFile) file).info() == null)
        .count();
  }

  // ---------------------------------------------------------------- as in the stock engine

  /** Rows that cannot be read; all others must have the right cells. */
  private static List<Integer> failingRows(FaultyTable opened) {
    List<Integer> failing = new ArrayList<>();
    for (int row = 0; row < FaultyTable.ROWS; row++) {
      try {
        Get get = new Get(FaultyTable.row(row)).readAllVersions();
        Cells found = opened.table().get(get);
        Cells expected = opened.expected().cellsOf(FaultyTable.row(row));
        assertThat(found).as("row %d", row).isEqualTo(expected);
      } catch (IOException | RuntimeException e) {
        failing.add(row);
      }
    }
    return failing;
  }

  private static Throwable compactAll(FaultyTable opened) {
    HStore store = opened.stores().get(0);
    return catchThrowable(
        () -> {
          Optional<CompactionContext> all = FaultyTable.request(store, true);
          FaultyTable.compact(store, all.orElseThrow());
        });
  }

  private static List<String> names(FaultyTable opened) {
    return opened.stores().get(0).getStorefiles().stream()
        .map(file -> file.getPath().getName())
        .sorted()
        .toList();
  }

  /** What happens to a reader and to a compaction of damaged files. */
  private record Outcome(List<Integer> rows, Throwable scan, Throwable compaction) {}

  private Outcome outcome(Path damaged, TableDescriptor engine, Path vanishing) throws IOException {
    try (FaultyTable opened = table.recovered(damaged, engine, true, site)) {
      if (vanishing != null) {
        Files.delete(vanishing);
      }
      List<String> before = names(opened);
      Throwable compaction = compactAll(opened);
      assertThat(names(opened)).isEqualTo(before);
      assertThat(opened.table().strayFiles()).isEmpty();
      return new Outcome(
          failingRows(opened), catchThrowable(() -> opened.table().scanAll()), compaction);
    }
  }

  @Test
  void damagedBlocksFailTheReadsThatNeedThemAndEveryCompaction() throws IOException {
    Path damaged = copy();
    Path file = find(damaged, name(bases().get(0)));
    byte[] data = Files.readAllBytes(file);
    Arrays.fill(data, 1000, 1600, (byte) 0xff);
    Files.write(file, data);
    Outcome stock = outcome(copyOf(damaged), STOCK, null);
    Outcome rlsm = outcome(damaged, RLSM, null);
    assertThat(rlsm.scan()).isInstanceOf(stock.scan().getClass());
    // What is no IOException fails a compaction of RLSM's as one.
    assertThat(stock.compaction())
        .matches(
            same ->
                Stream.of(rlsm.compaction(), rlsm.compaction().getCause())
                    .anyMatch(same.getClass()::isInstance));
    assertThat(rlsm.rows()).isNotEmpty().hasSizeLessThan(FaultyTable.ROWS / 4);
    assertThat(stock.rows()).containsAll(rlsm.rows());
  }

  @Test
  void aFileThatIsGoneFailsCompactionsAndTheRestStays() throws IOException {
    String name = name(bases().get(0));
    Path one = copy();
    Outcome stock = outcome(one, STOCK, find(one, name));
    Path other = copy();
    Outcome rlsm = outcome(other, RLSM, find(other, name));
    assertThat(stock.compaction()).isInstanceOf(IOException.class);
    assertThat(rlsm.compaction()).isInstanceOf(stock.compaction().getClass());
    assertThat(stock.rows()).containsAll(rlsm.rows());
  }

  @Test
  void aFileThatIsCutShortKeepsTheStoreFromOpening() throws IOException {
    for (TableDescriptor engine : List.of(STOCK, RLSM)) {
      Path damaged = copy();
      Path file = find(damaged, name(bases().get(0)));
      byte[] data = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(data, data.length - 200));
      assertThat(catchThrowable(() -> table.recovered(damaged, engine, true, site)))
          .isInstanceOf(IOException.class)
          .hasRootCauseInstanceOf(IllegalArgumentException.class)
          .hasStackTraceContaining(CorruptHFileException.class.getName())
          .hasStackTraceContaining(file.getFileName().toString());
    }
  }

  @Test
  void whatACompactionLeftUnfinishedIsDeleted() throws IOException {
    for (TableDescriptor engine : List.of(STOCK, RLSM)) {
      Path damaged = copy();
      Path region = find(damaged, name(files().get(0))).getParent().getParent();
      Path left = region.resolve(".tmp/f/0123456789abcdef0123456789abcdef");
      Files.createDirectories(left.getParent());
      Files.write(left, "half a file".getBytes(StandardCharsets.US_ASCII));
      try (FaultyTable opened = table.recovered(damaged, engine, true, site)) {
        assertThat(left).doesNotExist();
        assertThat(opened.table().strayFiles()).isEmpty();
        opened.check("something left in .tmp");
      }
    }
  }
}
