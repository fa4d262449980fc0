/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Opens the scheduler of a volume. */
interface VolumeOpener {
  ScheduledVolume open(FsVolumeSpi volume, DatasetSettings settings, Buffers buffers)
      throws IOException;
}
