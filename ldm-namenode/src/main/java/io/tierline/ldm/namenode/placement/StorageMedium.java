/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.rating.Medium;
import org.apache.hadoop.fs.StorageType;

/** HDFS's storage types by our names. */
public final class StorageMedium {
  private StorageMedium() {}

  /** Our name for a storage type, or null for one that placement does not know (PROVIDED). */
  public static Medium of(StorageType type) {
    return switch (type) {
      case RAM_DISK -> Medium.RAM_DISK;
      case NVDIMM -> Medium.NVDIMM;
      case SSD -> Medium.SSD;
      case DISK -> Medium.DISK;
      case ARCHIVE -> Medium.ARCHIVE;
      default -> null;
    };
  }
}
