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
import org.jspecify.annotations.Nullable;

/**
 * What the core knows of a store file. Everything here can be read from the file's own metadata, so
 * that the layout of a store needs no manifest.
 */
public final class FileMeta {

  /** What a file is to the store. */
  public enum Role {
    /** Flushed from the memory store or loaded in bulk. */
    FLUSH,
    /** A partition's part of several flushes that were merged. */
    RUN,
    /** What a fold has made of all files of some rows. */
    BASE
  }

  private final String name;
  private final Role role;
  private final long sequenceId;
  private final long bytes;
  private final long cells;
  private final long deletes;
  private final @Nullable KeyRange span;
  private final boolean reference;
  private final boolean versionDeletes;
  private final KeySample keys;
  private final List<byte[]> samples;

  private FileMeta(Builder builder) {
    this.name = Objects.requireNonNull(builder.name, "name");
    this.role = builder.role;
    this.sequenceId = builder.sequenceId;
    this.bytes = builder.bytes;
    this.cells = builder.cells;
    this.deletes = builder.deletes;
    this.span = builder.span;
    this.reference = builder.reference;
    this.versionDeletes = builder.versionDeletes;
    this.keys = builder.keys;
    this.samples = List.copyOf(builder.samples);
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

  /** Number of delete markers that a later fold could drop. */
  public long deletes() {
    return deletes;
  }

  /** From the first to the last row; nothing for a file without cells. */
  public Optional<KeyRange> span() {
    return Optional.ofNullable(span);
  }

  /** Whether the file is one half of a file of a region that was split or merged. */
  public boolean isReference() {
    return reference;
  }

  /**
   * Whether the file may hold a delete of one version ({@code Delete.addColumn}, {@code
   * addFamilyVersion}). Only such a marker can take away a version and leave an older one.
   */
  public boolean mayHoldVersionDeletes() {
    return versionDeletes;
  }

  /** A sample of the file's cells; {@link KeySample#UNKNOWN} if it has none. */
  public KeySample keys() {
    return keys;
  }

  /** Whether the file has a row in common with another. */
  public boolean overlaps(FileMeta other) {
    return span != null && other.span != null && span.overlaps(other.span);
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
    if (part.encloses(span)) {
      return bytes;
    }
    if (samples.isEmpty()) {
      return bytes / 2;
    }
    // Half a step: a slice that falls between two samples is not nothing.
    return (long) (bytes * Math.max(0.5, samplesIn(part).size()) / samples.size());
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
    return role + " " + name + " " + span + " seq " + sequenceId;
  }

  /** Collects the description of a file. */
  public static final class Builder {
    private final String name;
    private Role role = Role.FLUSH;
    private long sequenceId;
    private long bytes;
    private long cells;
    private long deletes;
    private @Nullable KeyRange span;
    private boolean reference;
    private boolean versionDeletes;
    private KeySample keys = KeySample.UNKNOWN;
    private List<byte[]> samples = List.of();

    private Builder(String name) {
      this.name = name;
    }

    /** Marks a part of a merged run. */
    public Builder run() {
      this.role = Role.RUN;
      return this;
    }

    /** Marks what a fold has written. */
    public Builder base() {
      this.role = Role.BASE;
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

    /** Tells whether the file may hold a delete of one version. */
    public Builder versionDeletes(boolean value) {
      this.versionDeletes = value;
      return this;
    }

    /** Sets a sample of the file's cells. */
    public Builder keys(KeySample value) {
      this.keys = value;
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
