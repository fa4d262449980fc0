/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.net.NetUtils;

/**
 * Where the NameNodes' HTTP servers are, by what HDFS itself is configured with. A ResourceManager
 * has not read {@code hdfs-site.xml}, so it is read here, into a configuration of our own: to make
 * it one of Hadoop's default resources would change the ResourceManager's own settings.
 */
public final class NameNodeAddresses {
  private static final String ANY_HOST = "0.0.0.0";

  private final Configuration conf;
  private final boolean isSecure;

  private NameNodeAddresses(Configuration conf) {
    this.conf = conf;
    this.isSecure =
        HttpConfig.Policy.HTTPS_ONLY.name().equals(conf.get(DFSConfigKeys.DFS_HTTP_POLICY_KEY));
  }

  /** Every NameNode of the default file system; none where that is no HDFS and none is named. */
  public static List<URI> of(Configuration host) {
    return new NameNodeAddresses(withHdfsSite(host)).all();
  }

  /** What the host says itself comes first. */
  private static Configuration withHdfsSite(Configuration host) {
    Configuration merged = new Configuration(false);
    merged.setClassLoader(host.getClassLoader());
    merged.addResource("hdfs-default.xml");
    merged.addResource("hdfs-site.xml");
    for (Map.Entry<String, String> property : host) {
      merged.set(property.getKey(), property.getValue());
    }
    return merged;
  }

  private List<URI> all() {
    Collection<String> services =
        conf.getTrimmedStringCollection(HdfsClientConfigKeys.DFS_NAMESERVICES);
    URI defaultFileSystem = FileSystem.getDefaultUri(conf);
    if (services.isEmpty()) {
      return alone(defaultFileSystem);
    }
    // Jobs write to the default file system; another name service has other paths.
    Collection<String> own =
        services.contains(defaultFileSystem.getAuthority())
            ? List.of(defaultFileSystem.getAuthority())
            : services;
    List<URI> found = new ArrayList<>();
    own.forEach(service -> found.addAll(ofService(service)));
    return found;
  }

  private List<URI> alone(URI defaultFileSystem) {
    InetSocketAddress http = NetUtils.createSocketAddr(conf.getTrimmed(key(), anyHost()));
    boolean isHdfs = HdfsConstants.HDFS_URI_SCHEME.equals(defaultFileSystem.getScheme());
    if (!isAnyHost(http)) {
      return List.of(uri(http.getHostString(), http));
    }
    return isHdfs && defaultFileSystem.getHost() != null
        ? List.of(uri(defaultFileSystem.getHost(), http))
        : List.of();
  }

  private List<URI> ofService(String service) {
    Map<String, InetSocketAddress> rpc =
        DFSUtilClient.getAddressesForNameserviceId(
            conf, service, null, HdfsClientConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY);
    List<URI> found = new ArrayList<>();
    DFSUtilClient.getAddressesForNameserviceId(conf, service, anyHost(), key())
        .forEach(
            (nameNode, http) -> {
              InetSocketAddress named = isAnyHost(http) ? rpc.get(nameNode) : http;
              if (named != null) {
                found.add(uri(named.getHostString(), http));
              }
            });
    return found;
  }

  private String key() {
    return isSecure
        ? DFSConfigKeys.DFS_NAMENODE_HTTPS_ADDRESS_KEY
        : DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY;
  }

  private String anyHost() {
    return isSecure
        ? DFSConfigKeys.DFS_NAMENODE_HTTPS_ADDRESS_DEFAULT
        : DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_DEFAULT;
  }

  private static boolean isAnyHost(InetSocketAddress address) {
    return ANY_HOST.equals(address.getHostString());
  }

  private URI uri(String host, InetSocketAddress http) {
    return URI.create((isSecure ? "https://" : "http://") + host + ":" + http.getPort());
  }
}
