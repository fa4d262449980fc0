/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;

/** A cell that has been written, and where it is. No other is equal to it. */
final class KnownCell extends KeyValue {
  private int files;
  private boolean inMemory;
  private int generation;

  /**
   * In no place yet.
   *
   * @param number by which it is younger than cells of its key
   */
  KnownCell(Cell cell, long number) {
    this(KeyValueUtil.copyToNewKeyValue(cell));
    setSequenceId(number);
  }

  private KnownCell(KeyValue own) {
    super(own.getBuffer(), own.getOffset(), own.getLength());
  }

  /** It is in the memstore from now on. */
  void write() {
    inMemory = true;
  }

  boolean isInMemory() {
    return inMemory;
  }

  /** A file has it, or one file more; whether none had it. */
  boolean add() {
    return files++ == 0;
  }

  /** A file that had it has gone; whether none has it now. */
  boolean take() {
    return --files == 0;
  }

  boolean isOnDisk() {
    return files > 0;
  }

  boolean isAnywhere() {
    return inMemory || files > 0;
  }

  /** The memstore has been flushed, for the so many-th time. */
  void flushed(int flushes) {
    inMemory = false;
    loaded(flushes);
  }

  /** It came to a file, if it was in none before, with the so many-th flush or load. */
  void loaded(int flushes) {
    generation = generation == 0 ? flushes : generation;
  }

  /** With which flush or load it came to a file. */
  int generation() {
    return generation;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
