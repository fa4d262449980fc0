/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.replication.regionserver.SourceFSConfigurationProvider;

/** Tells the peer where the home cluster's bulk-loaded files are. */
public final class HomeConfiguration implements SourceFSConfigurationProvider {
  @Override
  public Configuration getConf(Configuration sink, String clusterId) throws IOException {
    try {
      return Clusters.home().getConfiguration();
    } catch (Exception e) {
      throw new IOException("no home cluster", e);
    }
  }
}
