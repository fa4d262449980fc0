/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.config;

import io.tierline.ldm.client.NameNodeAddresses;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;

/**
 * The typed, checked form of {@link GatewayKeys}, those of sources apart.
 *
 * @param http where the web server listens
 * @param directory for what outlives the process
 * @param nameNodes the NameNodes' web servers
 * @param timeoutMillis how long one of them may take for an answer
 * @param refreshMillis after how long what runs is told again
 */
public record GatewaySettings(
    InetSocketAddress http,
    Path directory,
    List<URI> nameNodes,
    int timeoutMillis,
    long refreshMillis) {

  /**
   * Reads and checks the keys.
   *
   * @throws IllegalArgumentException naming the key and its value
   */
  public static GatewaySettings from(Configuration conf) {
    return new GatewaySettings(
        http(conf),
        Path.of(conf.getTrimmed(GatewayKeys.DIRECTORY_KEY, GatewayKeys.DIRECTORY_DEFAULT)),
        nameNodes(conf),
        (int)
            Math.min(
                Integer.MAX_VALUE,
                Values.millis(
                    conf,
                    GatewayKeys.NAME_NODE_TIMEOUT_KEY,
                    GatewayKeys.NAME_NODE_TIMEOUT_DEFAULT)),
        Values.millis(conf, GatewayKeys.REFRESH_KEY, GatewayKeys.REFRESH_DEFAULT));
  }

  /** Where the web server listens. */
  public static InetSocketAddress http(Configuration conf) {
    return NetUtils.createSocketAddr(
        conf.getTrimmed(GatewayKeys.HTTP_ADDRESS_KEY, GatewayKeys.HTTP_ADDRESS_DEFAULT),
        -1,
        GatewayKeys.HTTP_ADDRESS_KEY);
  }

  private static List<URI> nameNodes(Configuration conf) {
    List<URI> stated = new ArrayList<>();
    for (String address : conf.getTrimmedStrings(GatewayKeys.NAME_NODES_KEY)) {
      stated.add(Values.web(conf, GatewayKeys.NAME_NODES_KEY, address, "http://namenode:9870"));
    }
    List<URI> all = stated.isEmpty() ? NameNodeAddresses.of(conf) : List.copyOf(stated);
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          "no NameNode is known: fs.defaultFS is no HDFS, and "
              + GatewayKeys.NAME_NODES_KEY
              + " is not set");
    }
    return all;
  }

  /** The gateway's keys that are set and that nothing reads, in order. */
  public static List<String> unknown(Configuration conf) {
    Configuration known = new Configuration(false);
    known.addResource(
        GatewaySettings.class.getClassLoader().getResource(GatewayKeys.DEFAULT_RESOURCE));
    List<String> unknown = new ArrayList<>();
    for (Map.Entry<String, String> property : conf) {
      String key = property.getKey();
      if (key.startsWith(GatewayKeys.PREFIX) && known.get(key) == null) {
        unknown.add(key);
      }
    }
    unknown.sort(null);
    return unknown;
  }

  /**
   * Gives keys that were a NameNode's once their names of now, where those are not set.
   *
   * @return the old names that were found, and the new ones
   */
  public static Map<String, String> renameOld(Configuration conf) {
    Map<String, String> renamed = new TreeMap<>();
    for (Map.Entry<String, String> property : conf) {
      String old = property.getKey();
      if (old.startsWith(GatewayKeys.OOZIE_BEFORE)) {
        renamed.put(old, GatewayKeys.OOZIE_NOW + old.substring(GatewayKeys.OOZIE_BEFORE.length()));
      }
    }
    renamed.forEach((old, now) -> conf.setIfUnset(now, conf.getRaw(old)));
    return renamed;
  }
}
