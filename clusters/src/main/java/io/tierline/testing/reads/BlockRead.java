/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.reads;

import java.util.Objects;
import org.apache.hadoop.fs.StorageType;

/**
 * What bytes read are counted by.
 *
 * @param tier the storage type of the volume read from
 * @param blockId the HDFS block's id, to be joined with the blocks of a file
 * @param reader who asked
 */
public record BlockRead(StorageType tier, long blockId, Reader reader) {
  /** Checks that nothing is missing. */
  public BlockRead {
    Objects.requireNonNull(tier, "tier");
    Objects.requireNonNull(reader, "reader");
  }
}
