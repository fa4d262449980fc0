/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Rename;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The datasets that one run of a job uses.
 *
 * @param reads read, without duplicates
 * @param writes written, without duplicates
 * @param renames moved
 */
public record Uses(List<DatasetPath> reads, List<DatasetPath> writes, List<Rename> renames) {
  private static final int MAX_TEXT = 400;

  /** Nothing known. */
  public static final Uses NONE = new Uses(List.of(), List.of(), List.of());

  /** Drops duplicates and copies the lists. */
  public Uses {
    reads = List.copyOf(new LinkedHashSet<>(reads));
    writes = List.copyOf(new LinkedHashSet<>(writes));
    renames = List.copyOf(new LinkedHashSet<>(renames));
  }

  /** Reads and writes, nothing moved. */
  public static Uses of(Collection<DatasetPath> reads, Collection<DatasetPath> writes) {
    return new Uses(List.copyOf(reads), List.copyOf(writes), List.of());
  }

  /** True when no dataset is named. */
  public boolean isEmpty() {
    return reads.isEmpty() && writes.isEmpty() && renames.isEmpty();
  }

  /** How many datasets are named. */
  public int size() {
    return reads.size() + writes.size() + renames.size();
  }

  /** Every dataset replaced by what the function makes of it. */
  public Uses map(UnaryOperator<DatasetPath> function) {
    return new Uses(
        reads.stream().map(function).toList(),
        writes.stream().map(function).toList(),
        renames.stream()
            .map(r -> new Rename(function.apply(r.source()), function.apply(r.target())))
            .toList());
  }

  /** True when they name the same datasets, in whatever order. */
  boolean agreesWith(Uses other) {
    return Set.copyOf(reads).equals(Set.copyOf(other.reads))
        && Set.copyOf(writes).equals(Set.copyOf(other.writes));
  }

  /**
   * True when a job with these uses must be the one with the other: only one job at a time can
   * write an output directory, so what it writes tells a job, and what it reads where it writes
   * nothing.
   */
  boolean mustBe(Uses other) {
    return writes.isEmpty()
        ? !reads.isEmpty()
            && other.writes.isEmpty()
            && Set.copyOf(reads).equals(Set.copyOf(other.reads))
        : other.writes.containsAll(writes);
  }

  /** For people, in one line that is not too long. */
  String text() {
    String text = ("reads " + reads + " and writes " + writes).replaceAll("\\p{Cntrl}", "_");
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }

  /** Some file may be written here and read there. */
  boolean feeds(Uses other) {
    return writes.stream()
        .anyMatch(written -> other.reads.stream().anyMatch(read -> read.overlaps(written)));
  }

  /** Some file may be read by both. */
  boolean meets(Uses other) {
    return other.reads.stream()
        .anyMatch(theirs -> reads.stream().anyMatch(mine -> mine.overlaps(theirs)));
  }

  /** Some file may be written by both. */
  boolean overwrites(Uses other) {
    return writes.stream()
        .anyMatch(mine -> other.writes.stream().anyMatch(theirs -> theirs.overlaps(mine)));
  }
}
