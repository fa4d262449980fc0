/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

/**
 * What a log says of a block.
 *
 * @param id of the block
 * @param stamp its generation
 * @param pool the block pool's identifier
 * @param storage the volume's identifier
 * @param root the volume's folder
 * @param data the block's file, from the root on
 * @param checksum its checksum file, from the root on
 * @param chunk bytes of the block that a sum of four bytes is of, above 0
 */
public record DeltaBlock(
    long id,
    long stamp,
    String pool,
    String storage,
    String root,
    String data,
    String checksum,
    int chunk) {
  /** Checks the numbers. */
  public DeltaBlock {
    if (chunk <= 0) {
      throw new IllegalArgumentException("bytes of a chunk: " + chunk);
    }
  }
}
