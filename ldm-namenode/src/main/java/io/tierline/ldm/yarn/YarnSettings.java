/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.client.NameNodeAddresses;
import io.tierline.ldm.settings.YarnKeys;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The typed, checked form of {@link YarnKeys}. */
record YarnSettings(
    boolean isEnabled,
    List<URI> nameNodes,
    String tagPrefix,
    boolean proxyUser,
    int queueSize,
    long intervalMillis,
    long patienceMillis,
    int timeoutMillis) {

  /**
   * Reads and checks all keys.
   *
   * @throws IllegalArgumentException naming the key and its value
   */
  static YarnSettings from(Configuration conf) {
    List<URI> stated = YarnKeys.ADDRESSES.read(conf::get);
    return new YarnSettings(
        YarnKeys.ENABLED.read(conf::get),
        stated.isEmpty() ? NameNodeAddresses.of(conf) : stated,
        YarnKeys.TAG_PREFIX.read(conf::get),
        YarnKeys.PROXY_USER.read(conf::get),
        YarnKeys.QUEUE.read(conf::get),
        YarnKeys.INTERVAL.read(conf::get).toMillis(),
        YarnKeys.PATIENCE.read(conf::get).toMillis(),
        (int) Math.min(Integer.MAX_VALUE, YarnKeys.TIMEOUT.read(conf::get).toMillis()));
  }
}
