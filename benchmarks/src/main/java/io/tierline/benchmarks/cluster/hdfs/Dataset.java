/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;

/** What a job writes, or found there: files of blocks. */
public final class Dataset {
  private final String name;
  private final List<List<Block>> files = new ArrayList<>();
  private long bytes;

  /** An empty one. */
  public Dataset(String name) {
    this.name = name;
  }

  /** Under which lineage names it. */
  public String name() {
    return name;
  }

  /** Its files. */
  public List<List<Block>> files() {
    return files;
  }

  /** Begins a file and returns it, to be filled by {@link #append}. */
  public List<Block> newFile() {
    List<Block> file = new ArrayList<>();
    files.add(file);
    return file;
  }

  /** Adds a block to one of its files. */
  public void append(List<Block> file, Block block) {
    file.add(block);
    bytes += block.bytes();
  }

  /** Of all blocks, each once. */
  public long bytes() {
    return bytes;
  }

  /** Whether any replica is on an SSD. */
  boolean isOnSsd() {
    return files.stream()
        .flatMap(List::stream)
        .flatMap(block -> block.replicas().stream())
        .anyMatch(replica -> replica.medium() == Medium.SSD);
  }

  /** Removes all files. */
  void clear() {
    files.clear();
    bytes = 0;
  }
}
