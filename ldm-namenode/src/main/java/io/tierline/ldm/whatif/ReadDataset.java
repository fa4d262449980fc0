/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.whatif;

import io.tierline.ldm.migration.ManagedBlock;
import java.util.List;

/**
 * A dataset with those who will read it.
 *
 * @param root the path under which its blocks lie
 * @param readers jobs that are still to read it, each all of its blocks
 * @param blocks its blocks and where they lie
 */
public record ReadDataset(String root, List<String> readers, List<ManagedBlock> blocks) {
  /** Copies the lists; the record is immutable. */
  public ReadDataset {
    readers = List.copyOf(readers);
    blocks = List.copyOf(blocks);
  }
}
