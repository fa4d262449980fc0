/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * HBase's stripe store with its defaults: a flush writes a file to each stripe it has cells for, a
 * stripe is compacted like a small store, and cut when it is merged whole and has grown.
 *
 * <p>Source: the rules of HBase's StripeCompactionPolicy (HBASE-7667), written anew.
 */
final class StripeStore implements SimulatedStore {
  private static final long SPLIT_BYTES = 32 * Workload.FLUSH_BYTES;
  private static final long PART_BYTES = SPLIT_BYTES / 2;

  private final TreeMap<Long, List<CellFile>> stripes = new TreeMap<>();
  private final Exploring policy = new Exploring(4, 10, 1.2, Workload.FLUSH_BYTES);
  private final long cellBytes;
  private boolean merging;
  private int requests;

  StripeStore(long cellBytes) {
    this.cellBytes = cellBytes;
    stripes.put(0L, new ArrayList<>());
  }

  private record Choice(long stripe, Exploring.Selection selection) {}

  @Override
  public void flush(CellFile file) {
    requests++;
    for (long stripe : stripes.keySet()) {
      CellFile part = file.part(stripe, end(stripe));
      if (part.size() > 0) {
        stripes.get(stripe).add(part);
      }
    }
  }

  private long end(long stripe) {
    Long next = stripes.higherKey(stripe);
    return next == null ? KeySource.KEYS : next;
  }

  @Override
  public Optional<Job> start(boolean idle) {
    if (merging || requests == 0 && !idle && runsMax() < BLOCKING_FILES) {
      return Optional.empty();
    }
    requests = Math.max(0, requests - 1);
    return choice().map(this::job);
  }

  private Optional<Choice> choice() {
    return stripes.entrySet().stream()
        .map(
            stripe ->
                new Choice(
                    stripe.getKey(),
                    policy.select(
                        stripe.getValue().stream().map(file -> file.size() * cellBytes).toList(),
                        false)))
        .filter(choice -> choice.selection().count() > 0)
        .min(
            Comparator.comparingInt((Choice choice) -> -choice.selection().count())
                .thenComparingLong(choice -> choice.selection().size()));
  }

  private Job job(Choice choice) {
    List<CellFile> files = stripes.get(choice.stripe());
    List<CellFile> inputs =
        List.copyOf(files.subList(choice.selection().first(), choice.selection().end()));
    boolean cut = inputs.size() == files.size() && choice.selection().size() >= SPLIT_BYTES;
    int parts = cut ? parts(choice.selection().size()) : 1;
    CellFile output = CellFile.merged(inputs);
    merging = true;
    return new Job(
        choice.selection().size(),
        output.size() * cellBytes,
        parts,
        choice.selection().size() > LARGE_BYTES,
        () -> {
          commit(choice.stripe(), inputs, output, parts);
          merging = false;
        },
        () -> merging = false);
  }

  /** At least two, and one more as long as that brings parts nearer to what they should have. */
  private static int parts(long bytes) {
    int parts = 2;
    while ((double) parts * PART_BYTES < bytes
        && (parts + 1.0) * PART_BYTES / bytes < (double) bytes / parts / PART_BYTES) {
      parts++;
    }
    return parts;
  }

  private void commit(long stripe, List<CellFile> inputs, CellFile output, int parts) {
    List<CellFile> files = stripes.get(stripe);
    if (parts == 1) {
      files.add(files.indexOf(inputs.get(0)), output);
      files.removeAll(inputs);
      return;
    }
    // What was flushed meanwhile stays with the part it lies in.
    List<CellFile> younger = files.stream().filter(file -> !inputs.contains(file)).toList();
    long last = end(stripe);
    long from = stripe;
    for (int part = 1; part <= parts; part++) {
      long to = part == parts ? last : output.key(output.size() * part / parts);
      List<CellFile> own = new ArrayList<>();
      own.add(output.part(from, to));
      for (CellFile file : younger) {
        own.add(file.part(from, to));
      }
      stripes.put(from, own);
      from = to;
    }
  }

  @Override
  public boolean isBlocked() {
    return runsMax() > BLOCKING_FILES;
  }

  @Override
  public int files() {
    return stripes.values().stream().mapToInt(List::size).sum();
  }

  @Override
  public long bytes() {
    return stripes.values().stream().flatMap(List::stream).mapToLong(CellFile::size).sum()
        * cellBytes;
  }

  @Override
  public int runsAt(long key) {
    return (int)
        stripes.floorEntry(key).getValue().stream().filter(file -> file.spans(key)).count();
  }

  @Override
  public int runsMax() {
    return stripes.values().stream().mapToInt(List::size).max().orElse(0);
  }

  @Override
  public long find(long key) {
    return stripes.floorEntry(key).getValue().stream()
        .mapToLong(file -> file.sequenceOf(key))
        .max()
        .orElse(-1);
  }
}
