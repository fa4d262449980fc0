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
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.lineage.UseIndex;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The datasets that one run of a job uses.
 *
 * @param reads read, without duplicates
 * @param writes written, without duplicates
 * @param renames moved
 */
public record Uses(List<DatasetPath> reads, List<DatasetPath> writes, List<Rename> renames) {
  private static final int MAX_TEXT = 400;
  private static final int FEW_PAIRS = 256;
  private static final JobId ANYBODY = new JobId("", "");
  private static final int PATH_BYTES = 900;

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

  /** What they take of the heap, with the graphs that follow from them; an estimate in bytes. */
  long memory() {
    long bytes = 0;
    for (List<DatasetPath> paths : List.of(reads, writes)) {
      for (DatasetPath path : paths) {
        bytes += memory(path);
      }
    }
    for (Rename rename : renames) {
      bytes += memory(rename.source()) + memory(rename.target());
    }
    return bytes;
  }

  /** Characters of the paths that are read or written. */
  long textLength() {
    return Stream.concat(reads.stream(), writes.stream())
        .mapToLong(path -> path.path().length())
        .sum();
  }

  private static long memory(DatasetPath path) {
    return (long) PATH_BYTES + path.fileSystem().length() + path.path().length();
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

  /** Those datasets only; of a move both must be wanted. */
  public Uses only(Predicate<DatasetPath> wanted) {
    return new Uses(
        reads.stream().filter(wanted).toList(),
        writes.stream().filter(wanted).toList(),
        renames.stream()
            .filter(rename -> wanted.test(rename.source()) && wanted.test(rename.target()))
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
        : containsAll(other.writes, writes);
  }

  private static boolean containsAll(List<DatasetPath> all, List<DatasetPath> some) {
    boolean areFew = (long) all.size() * some.size() <= FEW_PAIRS;
    return areFew ? all.containsAll(some) : new HashSet<>(all).containsAll(some);
  }

  /** For people, in one line that is not too long. */
  String text() {
    String text = Printable.of("reads " + reads + " and writes " + writes);
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }

  /** Some file may be written here and read there. */
  boolean feeds(Uses other) {
    return anyOverlap(writes, other.reads);
  }

  /** Some file may be read by both. */
  boolean meets(Uses other) {
    return anyOverlap(reads, other.reads);
  }

  /** Some file may be written by both. */
  boolean overwrites(Uses other) {
    return anyOverlap(writes, other.writes);
  }

  /** Where there are many, holding each against each would take the product of their numbers. */
  private static boolean anyOverlap(List<DatasetPath> some, List<DatasetPath> others) {
    if ((long) some.size() * others.size() <= FEW_PAIRS) {
      return some.stream().anyMatch(one -> others.stream().anyMatch(one::overlaps));
    }
    UseIndex index = new UseIndex();
    others.forEach(other -> index.add(other, ANYBODY));
    return some.stream().anyMatch(one -> !index.overlapping(one).isEmpty());
  }
}
