/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.http.HttpConfig;

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

  private static final int MAX_QUEUE = 1 << 20;

  static {
    Configuration.addDefaultResource(YarnKeys.DEFAULT_RESOURCE);
  }

  /**
   * Reads and checks all keys.
   *
   * @throws IllegalArgumentException naming the key and its value
   */
  static YarnSettings from(Configuration conf) {
    return new YarnSettings(
        conf.getBoolean(YarnKeys.ENABLED_KEY, YarnKeys.ENABLED_DEFAULT),
        addresses(conf),
        conf.getTrimmed(YarnKeys.TAG_PREFIX_KEY, YarnKeys.TAG_PREFIX_DEFAULT),
        conf.getBoolean(YarnKeys.PROXY_USER_KEY, YarnKeys.PROXY_USER_DEFAULT),
        size(conf),
        millis(conf, YarnKeys.INTERVAL_KEY, YarnKeys.INTERVAL_DEFAULT),
        millis(conf, YarnKeys.PATIENCE_KEY, YarnKeys.PATIENCE_DEFAULT),
        (int)
            Math.min(
                Integer.MAX_VALUE, millis(conf, YarnKeys.TIMEOUT_KEY, YarnKeys.TIMEOUT_DEFAULT)));
  }

  private static int size(Configuration conf) {
    int size = conf.getInt(YarnKeys.QUEUE_KEY, YarnKeys.QUEUE_DEFAULT);
    if (size < 1 || size > MAX_QUEUE) {
      throw new IllegalArgumentException(
          YarnKeys.QUEUE_KEY + " is '" + size + "', expected from 1 to " + MAX_QUEUE);
    }
    return size;
  }

  private static long millis(Configuration conf, String key, String missing) {
    long millis = conf.getTimeDuration(key, missing, TimeUnit.MILLISECONDS, TimeUnit.MILLISECONDS);
    if (millis < 1) {
      throw new IllegalArgumentException(
          key + " is '" + conf.get(key) + "', expected a time of at least 1 ms");
    }
    return millis;
  }

  private static List<URI> addresses(Configuration conf) {
    List<URI> stated = new ArrayList<>();
    for (String address : conf.getTrimmedStrings(YarnKeys.ADDRESSES_KEY)) {
      URI uri = URI.create(address);
      if (uri.getHost() == null || !List.of("http", "https").contains(uri.getScheme())) {
        throw new IllegalArgumentException(
            YarnKeys.ADDRESSES_KEY + " is '" + address + "', expected http://HOST:PORT");
      }
      stated.add(uri);
    }
    return stated.isEmpty() ? ofHdfs(conf) : stated;
  }

  /** Every NameNode that the HDFS configuration names; the active one is found by asking. */
  private static List<URI> ofHdfs(Configuration conf) {
    boolean secure =
        HttpConfig.Policy.HTTPS_ONLY.name().equals(conf.get(DFSConfigKeys.DFS_HTTP_POLICY_KEY));
    String scheme = secure ? "https://" : "http://";
    String key =
        secure
            ? DFSConfigKeys.DFS_NAMENODE_HTTPS_ADDRESS_KEY
            : DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY;
    List<URI> found = new ArrayList<>();
    if (conf.getTrimmedStringCollection(HdfsClientConfigKeys.DFS_NAMESERVICES).isEmpty()) {
      String address = conf.getTrimmed(key, "");
      if (!address.isEmpty()) {
        found.add(URI.create(scheme + address));
      }
      return found;
    }
    DFSUtilClient.getAddresses(conf, null, key)
        .values()
        .forEach(
            nodes ->
                nodes
                    .values()
                    .forEach(
                        node ->
                            found.add(
                                URI.create(scheme + node.getHostString() + ":" + node.getPort()))));
    return found;
  }
}
