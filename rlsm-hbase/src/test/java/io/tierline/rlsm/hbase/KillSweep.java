/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.plan.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;

/**
 * Kills a region server at every step of what a store does: each state that the disk has on the way
 * is opened as a server would after the kill, by either engine.
 */
final class KillSweep {

  /** What is being done when the server is killed. */
  enum Situation {
    FLUSH,
    RUN_MERGE,
    /** A fold that may write several files. */
    CUT_FOLD,
    /** A fold beside newer files of its rows. */
    MIDDLE_FOLD,
    MAJOR,
    /** A compaction of what another wrote, whose inputs are not archived yet. */
    CHAIN,
    ARCHIVING
  }

  private static final Configuration SITE = LocalSite.small();

  private final Path scratch;
  private final TableDescriptor descriptor;
  private final Depth depth;
  private final Map<Situation, Integer> seen = new EnumMap<>(Situation.class);
  private int met;
  private int checked;
  private int copies;

  /**
   * Which of the states of the disk are opened, and how.
   *
   * @param unfinishedToo whether those count that differ in unfinished files only
   * @param stride one in so many is opened
   * @param ways by how many of the four ways it is opened: by RLSM or the stock engine, with the
   *     log replayed or lost
   */
  record Depth(boolean unfinishedToo, int stride, int ways) {}

  KillSweep(Path scratch, TableDescriptor descriptor, Depth depth) {
    this.scratch = scratch;
    this.descriptor = descriptor;
    this.depth = depth;
  }

  /** Number of states that were opened. */
  int checked() {
    return checked;
  }

  Map<Situation, Integer> seen() {
    return seen;
  }

  /** Writes and compacts until each situation was met. */
  void run(long seed) throws IOException {
    String name = "kill-" + seed;
    try (FaultyTable table =
        new FaultyTable(
            scratch.resolve("live-" + seed), descriptor, FaultyFileSystem.site(name), seed)) {
      for (int round = 0; round < 150 && !isDone(); round++) {
        round(table, name);
      }
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    } finally {
      FaultyFileSystem.probe(name, null);
    }
  }

  /** What is to be met. */
  Set<Situation> situations() {
    return EnumSet.allOf(Situation.class);
  }

  private boolean isDone() {
    return EnumSet.allOf(Situation.class).stream().allMatch(each -> !isWanted(each));
  }

  private boolean isWanted(Situation situation) {
    return !seen.containsKey(situation) && situations().contains(situation);
  }

  private void round(FaultyTable table, String name) throws IOException {
    table.write(60);
    ExpectedCells before = table.flushed();
    swept(table, name, EnumSet.of(Situation.FLUSH), table::flush, before);
    // In the memory store while files are compacted.
    table.write(5);
    if (table.random().nextInt(6) == 0) {
      FaultyTable.idle();
    }
    boolean major = table.random().nextInt(15) == 0;
    for (HStore store : table.stores()) {
      compact(table, store, name, major);
    }
    if (table.random().nextInt(3) == 0 && !names(table, HStore::getCompactedFiles).isEmpty()) {
      swept(table, name, EnumSet.of(Situation.ARCHIVING), table.table()::discharge, null);
    }
  }

  private void compact(FaultyTable table, HStore store, String name, boolean major)
      throws IOException {
    Optional<CompactionContext> next = FaultyTable.request(store, major);
    while (next.isPresent()) {
      CompactionContext selected = next.get();
      Set<Situation> situations = situations(store, selected);
      swept(table, name, situations, () -> FaultyTable.compact(store, selected), null);
      next = FaultyTable.request(store, false);
    }
  }

  private static Set<String> names(
      FaultyTable table, Function<HStore, Collection<HStoreFile>> files) {
    return table.stores().stream()
        .flatMap(store -> files.apply(store).stream())
        .map(file -> file.getPath().getName())
        .collect(Collectors.toSet());
  }

  private static Set<Situation> situations(HStore store, CompactionContext selected)
      throws IOException {
    Plan plan = ((RlsmCompaction) selected).plan();
    Set<Situation> found = EnumSet.noneOf(Situation.class);
    if (selected.getRequest().isMajor()) {
      found.add(Situation.MAJOR);
    } else if (plan.kind() == Plan.Kind.RUN) {
      found.add(Situation.RUN_MERGE);
    } else {
      if (!plan.drops().deletes()) {
        found.add(Situation.MIDDLE_FOLD);
      }
      if (!plan.cuts().isEmpty()) {
        found.add(Situation.CUT_FOLD);
      }
    }
    Set<String> notArchived =
        store.getCompactedFiles().stream()
            .map(file -> file.getPath().getName())
            .collect(Collectors.toSet());
    for (HStoreFile file : selected.getRequest().getFiles()) {
      byte[] replaced = file.getMetadataValue(HStoreFile.COMPACTION_EVENT_KEY);
      if (replaced != null
          && ProtobufUtil.toCompactedStoreFiles(replaced).stream()
              .anyMatch(notArchived::contains)) {
        found.add(Situation.CHAIN);
      }
    }
    return found;
  }

  private interface Step {
    void run() throws IOException;
  }

  private void swept(
      FaultyTable table,
      String name,
      Set<Situation> situations,
      Step step,
      ExpectedCells flushedBefore)
      throws IOException {
    if (situations.stream().noneMatch(this::isWanted)) {
      step.run();
      return;
    }
    situations.forEach(situation -> seen.merge(situation, 1, Integer::sum));
    Path into = scratch.resolve("images");
    KillImages images = new KillImages(table.table().directory(), into, depth.unfinishedToo());
    Set<String> gone = names(table, HStore::getCompactedFiles);
    FaultyFileSystem.probe(name, images);
    step.run();
    FaultyFileSystem.probe(name, null);
    if (situations.contains(Situation.ARCHIVING)) {
      images.addPartlyArchived(table.random(), gone);
    }
    for (KillImages.Image image : images.images()) {
      check(table, image, situations + " " + image.when(), flushedBefore);
    }
    FileUtil.fullyDelete(into.toFile());
  }

  // ---------------------------------------------------------------- one image

  private void check(
      FaultyTable table, KillImages.Image image, String when, ExpectedCells flushedBefore)
      throws IOException {
    int number = met++;
    if (number % depth.stride() == 0) {
      for (int i = 0; i < depth.ways(); i++) {
        int way = (number / depth.stride() + i) % 4;
        check(table, image, when, flushedBefore, (way & 1) != 0, (way & 2) != 0);
      }
      checked++;
    }
  }

  private void check(
      FaultyTable table,
      KillImages.Image image,
      String what,
      ExpectedCells flushedBefore,
      boolean stock,
      boolean replayed)
      throws IOException {
    String when =
        what + (stock ? ", opened by the stock engine" : "") + (replayed ? ", replayed" : "");
    Path copy = scratch.resolve("copy-" + copies++);
    KillImages.copy(image.directory(), copy);
    TableDescriptor engine =
        stock ? LocalTable.withEngine(descriptor, DefaultStoreEngine.class) : descriptor;
    try (FaultyTable opened = table.recovered(copy, engine, replayed, SITE)) {
      List<ExpectedCells> allowed = new ArrayList<>(List.of(opened.expected()));
      if (flushedBefore != null && !replayed) {
        allowed.add(flushedBefore);
      }
      opened.check(when, allowed);
      followUp(opened, when, allowed);
      opened.table().compactAll();
      opened.check(when + ", after a major compaction", allowed);
      opened.table().discharge();
      opened.check(when + ", after archiving", allowed);
      List<String> stray = new ArrayList<>(opened.table().strayFiles());
      stray.removeIf(this::isLeftToCleaner);
      if (!stray.isEmpty()) {
        throw new AssertionError(when + ": files that belong to nothing: " + stray);
      }
      ForkJoinPool.commonPool().awaitQuiescence(10, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new AssertionError(when, e);
    }
  }

  /** What a store with tracked files does not know is deleted later, by HBase's cleaner. */
  private boolean isLeftToCleaner(String file) {
    return descriptor.getValue("hbase.store.file-tracker.impl") != null && !file.contains("/.tmp/");
  }

  /** The next compactions, another kill before anything is archived, and idle time. */
  private void followUp(FaultyTable opened, String when, List<ExpectedCells> allowed)
      throws IOException {
    opened.compactUntilQuiet();
    opened.check(when + ", after the next compactions", allowed);
    opened.table().crash();
    opened.check(when + ", killed again", allowed);
    if (!opened.table().isRlsm()) {
      opened.table().reopen(descriptor);
      opened.check(when + ", by RLSM again", allowed);
    }
    FaultyTable.idle();
    opened.compactUntilQuiet();
    opened.check(when + ", after idle time", allowed);
  }
}
