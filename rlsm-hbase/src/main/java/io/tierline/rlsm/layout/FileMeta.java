/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.layout;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What the core knows of a store file. Everything here can be read from the file's own metadata, so
 * that the layout of a store needs no manifest.
 */
public final class FileMeta {

  /** What a file is to the store. */
  public enum Role {
    /** Flushed from the memory store or loaded in bulk. */
    FLUSH,
    /** Several flushes merged; its slices belong to many partitions. */
    RUN,
    /** All that a row range held when the file was written. */
    BASE
  }

  private final String name;
  private final Role role;
  private final long sequenceId;
  private final long bytes;
  private final long cells;
  private final long deletes;
  private final KeyRange span;
  private final KeyRange range;
  private final Set<String> absorbed;
  private final boolean reference;
  private final boolean purged;
  private final List<byte[]> samples;

  private FileMeta(Builder builder) {
    this.name = Objects.requireNonNull(builder.name, "name");
    this.role = builder.role;
    this.sequenceId = builder.sequenceId;
    this.bytes = builder.bytes;
    this.cells = builder.cells;
    this.deletes = builder.deletes;
    this.span = builder.span;
    this.range = builder.range;
    this.absorbed = Set.copyOf(builder.absorbed);
    this.reference = builder.reference;
    this.purged = builder.purged;
    this.samples = List.copyOf(builder.samples);
    if (role == Role.BASE && range == null) {
      throw new IllegalArgumentException("base " + name + " has no range");
    }
  }

  /** Starts the description of a file; the name is that of the physical file. */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** The name of the physical file; unique in a store. */
  public String name() {
    return name;
  }

  /** What the file is to the store. */
  public Role role() {
    return role;
  }

  /** The highest sequence id in the file: higher means newer. */
  public long sequenceId() {
    return sequenceId;
  }

  /** Bytes on disk. */
  public long bytes() {
    return bytes;
  }

  /** Number of cells. */
  public long cells() {
    return cells;
  }

  /** Number of cells that are delete markers. */
  public long deletes() {
    return deletes;
  }

  /** From the first to the last row; nothing for a file without cells. */
  public Optional<KeyRange> span() {
    return Optional.ofNullable(span);
  }

  /** The rows that a base speaks for; the span of any other file. */
  public Optional<KeyRange> range() {
    return Optional.ofNullable(role == Role.BASE ? range : span);
  }

  /** Names of the victims whose cells in the range of this base are superseded by it. */
  public Set<String> absorbed() {
    return absorbed;
  }

  /** Whether the file is one half of a file of a region that was split or merged. */
  public boolean isReference() {
    return reference;
  }

  /**
   * Whether the file was written when delete markers could go: those that it has are kept for a
   * reason that files do not tell, and writing it again would not be rid of them.
   */
  public boolean isPurged() {
    return purged;
  }

  /**
   * Rows at equal distances in bytes, ascending: a picture of how the bytes lie in the key space.
   */
  public List<byte[]> samples() {
    return samples;
  }

  /** About how many of the bytes lie in a range. */
  public long bytesIn(KeyRange part) {
    if (span == null || !span.overlaps(part)) {
      return 0;
    }
    return bytesOf(part, samplesIn(part).size());
  }

  /** About how many of the bytes lie in a range that has some rows of the file and some samples. */
  long bytesOf(KeyRange part, int samplesThere) {
    if (part.encloses(span)) {
      return bytes;
    }
    if (samples.isEmpty()) {
      return bytes / 2;
    }
    // Half a step: a slice that falls between two samples is not nothing.
    return (long) (bytes * Math.max(0.5, samplesThere) / samples.size());
  }

  /** Number of samples before a row, of which some are known. */
  int samplesBefore(byte[] row, int known) {
    int before = known;
    while (before < samples.size() && Arrays.compareUnsigned(samples.get(before), row) < 0) {
      before++;
    }
    return before;
  }

  /** The samples in a range. */
  public List<byte[]> samplesIn(KeyRange part) {
    int from = firstSampleAtOrAfter(part.start());
    int to = part.isBounded() ? firstSampleAtOrAfter(part.end()) : samples.size();
    return samples.subList(from, to);
  }

  private int firstSampleAtOrAfter(byte[] row) {
    int low = 0;
    int high = samples.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(samples.get(middle), row) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileMeta file && name.equals(file.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return role + " " + name + " " + (role == Role.BASE ? range : span) + " seq " + sequenceId;
  }

  /** Collects the description of a file. */
  public static final class Builder {
    private final String name;
    private Role role = Role.FLUSH;
    private long sequenceId;
    private long bytes;
    private long cells;
    private long deletes;
    private KeyRange span;
    private KeyRange range;
    private Set<String> absorbed = Set.of();
    private boolean reference;
    private boolean purged;
    private List<byte[]> samples = List.of();

    private Builder(String name) {
      this.name = name;
    }

    /** Marks a merged run. */
    public Builder run() {
      this.role = Role.RUN;
      return this;
    }

    /** Marks a base that speaks for a range and has absorbed the cells that victims have there. */
    public Builder base(KeyRange range, Set<String> absorbed) {
      this.role = Role.BASE;
      this.range = range;
      this.absorbed = absorbed;
      return this;
    }

    /** Sets the highest sequence id. */
    public Builder sequenceId(long value) {
      this.sequenceId = value;
      return this;
    }

    /** Sets bytes on disk, number of cells and number of delete markers among them. */
    public Builder size(long bytes, long cells, long deletes) {
      this.bytes = bytes;
      this.cells = cells;
      this.deletes = deletes;
      return this;
    }

    /** Sets the first and the last row; a file without cells has none. */
    public Builder rows(byte[] first, byte[] last) {
      this.span = KeyRange.closed(first, last);
      return this;
    }

    /** Marks one half of a file of a region that was split or merged. */
    public Builder reference(boolean value) {
      this.reference = value;
      return this;
    }

    /** Marks what a compaction wrote whose plan allowed to drop delete markers. */
    public Builder purged(boolean value) {
      this.purged = value;
      return this;
    }

    /** Sets rows at equal distances in bytes, ascending. */
    public Builder samples(List<byte[]> rows) {
      this.samples = rows;
      return this;
    }

    /** The description. */
    public FileMeta build() {
      return new FileMeta(this);
    }
  }
}
