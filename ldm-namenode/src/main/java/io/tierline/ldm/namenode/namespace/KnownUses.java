/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what jobs use on file systems of which it is known whether they are this one. Of the others
 * each is named in the log once.
 */
public final class KnownUses {
  private static final Logger LOG = LoggerFactory.getLogger(KnownUses.class);
  private static final int MOST_NAMES = 100;

  private final OwnFileSystems fileSystems;
  private final LdmMetrics metrics;
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();

  public KnownUses(OwnFileSystems fileSystems, LdmMetrics metrics) {
    this.fileSystems = fileSystems;
    this.metrics = metrics;
  }

  /** Whether it is known where the path lies. */
  public boolean isKnown(DatasetPath dataset) {
    boolean known = fileSystems.knows(dataset);
    if (!known) {
      metrics.usesOfUnknownFileSystems.incr();
      if (unknown.size() < MOST_NAMES && unknown.add(dataset.fileSystem())) {
        LOG.warn(
            "LDM leaves out what jobs use there: {}",
            new UnknownFileSystemException(dataset.fileSystem()).getMessage());
      }
    }
    return known;
  }
}
