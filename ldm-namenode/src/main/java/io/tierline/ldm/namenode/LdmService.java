/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.namenode.runtime.Givens;
import io.tierline.ldm.namenode.runtime.LdmRuntime;
import io.tierline.ldm.placement.Decider;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.state.FormatVersion;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.util.ServicePlugin;
import org.apache.hadoop.util.VersionInfo;

/**
 * LDM's service in the NameNode ({@code dfs.namenode.plugins}): opens {@link LdmRuntime}, which
 * holds all there is, and lets the other hooks find it.
 *
 * <p>A configuration that makes no sense keeps the service from starting, which the NameNode logs;
 * it then runs as if LDM were not there.
 */
@InterfaceAudience.LimitedPrivate("HDFS")
public class LdmService implements ServicePlugin {
  private NetworkTopology topology;
  private LdmRuntime runtime;

  /** Created by HDFS through reflection. */
  public LdmService() {}

  /** The decision that placement rests on. */
  Decider decider() {
    return PlacementPlanner::plan;
  }

  /** The form that what is kept is written in, and the latest that is read. */
  FormatVersion stateFormat() {
    return FormatVersion.CURRENT;
  }

  /** The version of the Hadoop that this runs in. */
  String hadoopVersion() {
    return VersionInfo.getVersion();
  }

  /** What this NameNode would be configured with if it were started now. */
  Configuration storedConfiguration() {
    return new HdfsConfiguration();
  }

  @Override
  public synchronized void start(Object service) {
    boolean started = false;
    try {
      NameNode nameNode = (NameNode) service;
      topology =
          nameNode.getNamesystem().getBlockManager().getDatanodeManager().getNetworkTopology();
      open(nameNode, LdmInstances.guard(topology));
      started = true;
    } catch (Error e) {
      LdmInstances.guard(topology).failed("starting", e);
    } finally {
      if (!started) {
        stop();
      }
    }
  }

  private void open(NameNode nameNode, HostGuard guard) {
    Givens givens =
        new Givens(decider(), stateFormat(), hadoopVersion(), this::storedConfiguration);
    runtime = LdmRuntime.open(nameNode, guard, givens);
    LdmInstances.attach(topology, runtime.advisor());
    runtime.serve();
    StartReport.log(nameNode, topology, givens.hadoopVersion());
  }

  /** Takes down whatever was started; a second call does nothing. */
  @Override
  public synchronized void stop() {
    if (topology != null) {
      LdmInstances.detach(topology);
    }
    if (runtime != null) {
      runtime.close();
    }
    runtime = null;
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
