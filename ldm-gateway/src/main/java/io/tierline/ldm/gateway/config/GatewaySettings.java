/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.config;

import io.tierline.common.UnknownKey;
import io.tierline.ldm.client.NameNodeAddresses;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpConfig;

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
   * Reads and checks all keys, those of sources too.
   *
   * @throws IllegalArgumentException naming all that make no sense, with their values
   */
  public static GatewaySettings from(Configuration conf) {
    List<String> problems = GatewayKeys.ALL.problems(conf::get);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new GatewaySettings(
        http(conf),
        GatewayKeys.DIRECTORY.read(conf::get),
        nameNodes(conf),
        (int) GatewayKeys.NAME_NODE_TIMEOUT.read(conf::get).toMillis(),
        GatewayKeys.REFRESH.read(conf::get).toMillis());
  }

  /** Where the web server listens, by HTTP where it speaks that. */
  public static InetSocketAddress http(Configuration conf) {
    return GatewayKeys.HTTP_ADDRESS.read(conf::get);
  }

  /** Where the web server listens, in all ways that it speaks; HTTP comes first. */
  public static List<URI> listens(Configuration conf) {
    HttpConfig.Policy policy = GatewayKeys.HTTP_POLICY.read(conf::get);
    List<URI> all = new ArrayList<>();
    if (policy.isHttpEnabled()) {
      all.add(uri("http", http(conf)));
    }
    if (policy.isHttpsEnabled()) {
      all.add(uri("https", GatewayKeys.HTTPS_ADDRESS.read(conf::get)));
    }
    return all;
  }

  private static URI uri(String scheme, InetSocketAddress address) {
    return URI.create(scheme + "://" + address.getHostString() + ":" + address.getPort());
  }

  private static List<URI> nameNodes(Configuration conf) {
    List<URI> stated = GatewayKeys.NAME_NODES.read(conf::get);
    List<URI> all = stated.isEmpty() ? NameNodeAddresses.of(conf) : stated;
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          "no NameNode is known: fs.defaultFS is no HDFS, and "
              + GatewayKeys.NAME_NODES
              + " is not set");
    }
    return all;
  }

  /** The gateway's keys that are set and that nothing reads, in order. */
  public static List<UnknownKey> unknown(Configuration conf) {
    List<String> set = new ArrayList<>();
    for (Map.Entry<String, String> property : conf) {
      if (property.getKey().startsWith(GatewayKeys.PREFIX)) {
        set.add(property.getKey());
      }
    }
    return UnknownKey.among(set, GatewayKeys.ALL.keys());
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
