/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import io.tierline.ldm.namenode.LineageBlockPlacementPolicy;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/** LDM's placement in a NameNode that tells, by JMX, how long each choice of targets took. */
public final class TimedPlacement extends LineageBlockPlacementPolicy {
  static final String BEAN = "tierline.test:type=chooseTarget";

  /** HDFS makes more than one policy. */
  private static final Times TIMES = registered();

  /** Created by HDFS through reflection. */
  public TimedPlacement() {}

  private static Times registered() {
    Times times = new Times();
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(new StandardMBean(times, TimesMBean.class), new ObjectName(BEAN));
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
    return times;
  }

  @Override
  public DatanodeStorageInfo[] chooseTarget(
      String srcPath,
      int numOfReplicas,
      Node writer,
      List<DatanodeStorageInfo> chosen,
      boolean returnChosenNodes,
      Set<Node> excludedNodes,
      long blocksize,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    long from = System.nanoTime();
    DatanodeStorageInfo[] targets =
        super.chooseTarget(
            srcPath,
            numOfReplicas,
            writer,
            chosen,
            returnChosenNodes,
            excludedNodes,
            blocksize,
            storagePolicy,
            flags);
    TIMES.add(System.nanoTime() - from);
    return targets;
  }
}
