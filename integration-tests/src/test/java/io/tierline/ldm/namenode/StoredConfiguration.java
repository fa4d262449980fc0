/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/** LDM's service with a configuration on disk that a test changes. */
public final class StoredConfiguration extends LdmService {
  private static final Map<String, String> CHANGED = new ConcurrentHashMap<>();

  private Configuration running;

  /** Created by HDFS through reflection. */
  public StoredConfiguration() {}

  static void configure(Configuration conf) {
    CHANGED.clear();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, StoredConfiguration.class.getName());
  }

  static void store(String key, String value) {
    CHANGED.put(key, value);
  }

  static void restore() {
    CHANGED.clear();
  }

  @Override
  public synchronized void start(Object service) {
    running = ((NameNode) service).getConf();
    super.start(service);
  }

  @Override
  Configuration storedConfiguration() {
    Configuration stored = new Configuration(running);
    CHANGED.forEach(stored::set);
    return stored;
  }
}
