/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

/** What goes wrong in a run of {@link SeededFaultsTest}. */
enum FaultKind {
  /** A DataNode is gone without a word, and comes back at the end of the run. */
  DATANODE_KILL,
  /** A volume fails; it works again at the end, with what it held. */
  VOLUME_FAILURE,
  /** SSDs have no byte left, which the NameNode learns by heartbeat. */
  SSD_FULL,
  /** The NameNode ends, moves under way or not, and starts again. */
  NAMENODE_RESTART,
  /** The other NameNode takes over, the old one having stepped down. */
  FAILOVER,
  /** The active NameNode ends, the other takes over, the old one comes back as standby. */
  ACTIVE_LOST,
  /** What reports jobs as they run starts again: beginnings are told twice, ends late and twice. */
  RESOURCEMANAGER_RESTART,
  /** What registers workflows and tells of the ends of jobs is silent until the run's end. */
  OOZIE_GONE,
  /** The threads that move replicas are stopped amid their moves. */
  DISPATCHER_KILLED;

  /** True where replicas cannot be reached until the run's end. */
  boolean hidesReplicas() {
    return this == DATANODE_KILL || this == VOLUME_FAILURE;
  }

  /** True for those that take two NameNodes. */
  boolean needsStandby() {
    return this == FAILOVER || this == ACTIVE_LOST;
  }
}
