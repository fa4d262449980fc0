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
import io.tierline.ldm.settings.LineageKeys;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.viewfs.ConfigUtil;
import org.apache.hadoop.fs.viewfs.Constants;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.net.NetUtils;

/**
 * Tells this NameNode's own paths from those on other file systems. A path says where it lies by a
 * NameNode's address (this one's or its partner's, with the port or without the usual one), by the
 * nameservice, by WebHDFS, or by a client's view ({@code viewfs}), whose mounts are looked up in
 * the configuration. A configuration names other clusters' nameservices too, for distcp between
 * them: those are not ours.
 *
 * <p>A router's name leads to this file system and is in no configuration of a NameNode, unless an
 * operator names it ({@code tierline.ldm.file-system.names}). A name of an HDFS that is neither
 * known as this one nor as another is refused, since taken for another's it would be believed that
 * nobody here is concerned.
 */
public final class OwnFileSystems {
  private static final String HDFS = "hdfs://";

  /** The usual one; it is that of Hadoop's router, which a NameNode does not know of. */
  private static final int ROUTER_PORT = 8888;

  private static final String VIEW = "viewfs:";
  private static final String RAW = "/.reserved/raw";
  private static final Pattern RAW_PREFIX = Pattern.compile("^" + Pattern.quote(RAW) + "(?=/|$)");
  private static final Pattern SNAPSHOT = Pattern.compile("/\\.snapshot(/[^/]*)?(?=/|$)");
  private static final String LINK = "." + Constants.CONFIG_VIEWFS_LINK + "./";

  private final Set<String> names;

  /** By the name of a view: what is mounted, by the path it is mounted at. */
  private final Map<String, TreeMap<String, DatasetPath>> views;

  private final String defaultView;

  /** File systems that are known to be others'. */
  private final Set<String> others;

  private OwnFileSystems(
      Set<String> names,
      Set<String> others,
      Map<String, TreeMap<String, DatasetPath>> views,
      String defaultView) {
    this.names = names;
    this.others = others;
    this.views = views;
    this.defaultView = defaultView;
  }

  /** Those of a running NameNode. */
  public static OwnFileSystems of(NameNode nameNode) {
    List<InetSocketAddress> web = new ArrayList<>();
    for (InetSocketAddress address :
        new InetSocketAddress[] {nameNode.getHttpAddress(), nameNode.getHttpsAddress()}) {
      if (address != null) {
        web.add(address);
      }
    }
    return of(nameNode.getConf(), List.of(nameNode.getNameNodeAddress()), web);
  }

  /**
   * Reads the names.
   *
   * @param conf as a NameNode has made it its own: its nameservice, and its address as the default
   *     file system
   * @param rpc where it listens
   * @param web where its web server listens
   */
  public static OwnFileSystems of(
      Configuration conf, List<InetSocketAddress> rpc, List<InetSocketAddress> web) {
    Set<String> names = new HashSet<>();
    URI standard = FileSystem.getDefaultUri(conf);
    if ("hdfs".equals(standard.getScheme())) {
      names.add(lower(standard.toString().replaceFirst("/+$", "")));
    }
    addAddresses(rpc, names);
    String nameservice = DFSUtil.getNamenodeNameServiceId(conf);
    if (nameservice != null) {
      for (String scheme : new String[] {HDFS, "webhdfs://", "swebhdfs://"}) {
        names.add(lower(scheme + nameservice));
      }
      addAddresses(
          DFSUtil.getRpcAddressesForNameserviceId(conf, nameservice, null).values(), names);
    }
    for (InetSocketAddress address : web) {
      names.add(lower("webhdfs://" + NetUtils.getHostPortString(address)));
      names.add(lower("swebhdfs://" + NetUtils.getHostPortString(address)));
    }
    Set<String> others = new HashSet<>();
    addStated(conf, names, others);
    addOtherNameservices(conf, nameservice, others);
    return new OwnFileSystems(
        names, others, views(conf), lower(ConfigUtil.getDefaultMountTableName(conf)));
  }

  private static void addStated(Configuration conf, Set<String> names, Set<String> others) {
    addGiven(LineageKeys.FILE_SYSTEM_NAMES.read(conf::get), names);
    addGiven(LineageKeys.FILE_SYSTEM_OTHERS.read(conf::get), others);
  }

  private static void addGiven(List<String> given, Set<String> names) {
    String usual = ":" + HdfsClientConfigKeys.DFS_NAMENODE_RPC_PORT_DEFAULT;
    for (String name : given) {
      names.add(name);
      if (name.startsWith(HDFS)) {
        names.add(name.endsWith(usual) ? name.substring(0, name.length() - usual.length()) : name);
        names.add(name.matches(".*:[0-9]+") ? name : name + usual);
      }
    }
  }

  /**
   * What clients write into dfs.nameservices for another cluster they also write for this cluster's
   * routers, but with the routers' port.
   */
  private static void addOtherNameservices(Configuration conf, String own, Set<String> others) {
    for (String service : conf.getTrimmedStringCollection(DFSConfigKeys.DFS_NAMESERVICES)) {
      Collection<InetSocketAddress> addresses =
          DFSUtil.getRpcAddressesForNameserviceId(conf, service, null).values();
      boolean isRouters = addresses.stream().anyMatch(address -> address.getPort() == ROUTER_PORT);
      if (!service.equals(own) && !addresses.isEmpty() && !isRouters) {
        addAddresses(addresses, others);
        for (String scheme : new String[] {HDFS, "webhdfs://", "swebhdfs://"}) {
          others.add(lower(scheme + service));
        }
      }
    }
  }

  private static void addAddresses(Collection<InetSocketAddress> addresses, Set<String> names) {
    for (InetSocketAddress address : addresses) {
      names.add(lower(HDFS + NetUtils.getHostPortString(address)));
      if (address.getPort() == HdfsClientConfigKeys.DFS_NAMENODE_RPC_PORT_DEFAULT) {
        names.add(lower(HDFS + address.getHostName()));
      }
    }
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static Map<String, TreeMap<String, DatasetPath>> views(Configuration conf) {
    Map<String, TreeMap<String, DatasetPath>> views = new HashMap<>();
    conf.getPropsWithPrefix(Constants.CONFIG_VIEWFS_PREFIX + ".")
        .forEach(
            (key, target) -> {
              int link = key.indexOf(LINK);
              boolean isRoot =
                  key.endsWith("." + Constants.CONFIG_VIEWFS_LINK_FALLBACK)
                      || key.endsWith("." + Constants.CONFIG_VIEWFS_LINK_MERGE_SLASH);
              if (link >= 0) {
                mount(views, key.substring(0, link), key.substring(link + LINK.length()), target);
              } else if (isRoot) {
                mount(views, key.substring(0, key.lastIndexOf('.')), "", target);
              }
            });
    return views;
  }

  private static void mount(
      Map<String, TreeMap<String, DatasetPath>> views, String view, String at, String target) {
    try {
      views
          .computeIfAbsent(lower(view), v -> new TreeMap<>())
          .put(DatasetPath.of("/" + at).path(), DatasetPath.of(target.strip()));
    } catch (IllegalArgumentException notAPath) {
      // No client can follow such a mount either.
    }
  }

  /**
   * The path as this NameNode's own, if it is; else what it is on the file system it lies on.
   *
   * @throws UnknownFileSystemException when it may be this one by a name that is not known
   */
  public DatasetPath localise(DatasetPath path) {
    DatasetPath real = real(path);
    if (isOwn(real)) {
      return new DatasetPath("", live(real.path()));
    }
    if (!isOthers(real)) {
      throw new UnknownFileSystemException(real.fileSystem());
    }
    return real;
  }

  /** True when it is known whether the path is this NameNode's. */
  public boolean knows(DatasetPath path) {
    DatasetPath real = real(path);
    return isOwn(real) || isOthers(real);
  }

  private DatasetPath real(DatasetPath path) {
    return path.fileSystem().startsWith(VIEW) ? mounted(path) : path;
  }

  private boolean isOwn(DatasetPath real) {
    return real.fileSystem().isEmpty() || names.contains(lower(real.fileSystem()));
  }

  private boolean isOthers(DatasetPath real) {
    String name = lower(real.fileSystem());
    return !LineageKeys.HDFS_NAME.matcher(name).matches()
        || others.contains(name)
        || others.contains(LineageKeys.ANY);
  }

  /**
   * The path under which a file's blocks are managed. What a snapshot holds, and what is read and
   * written without decryption, are the same blocks: known under two paths they would be moved up
   * for the readers of one and down again for the lack of any of the other.
   */
  public static String live(String path) {
    if (!path.contains("/.snapshot") && !path.startsWith(RAW)) {
      return path;
    }
    String plain = RAW_PREFIX.matcher(path).replaceFirst("");
    String live = SNAPSHOT.matcher(plain).replaceFirst("");
    return live.isEmpty() ? "/" : live;
  }

  /** Where the deepest mount above the path leads; the path itself if there is none. */
  private DatasetPath mounted(DatasetPath path) {
    String authority = path.fileSystem().substring(VIEW.length()).replaceFirst("^//", "");
    TreeMap<String, DatasetPath> mounts =
        views.get(authority.isEmpty() ? defaultView : lower(authority));
    if (mounts == null) {
      return path;
    }
    for (String at : mounts.descendingMap().keySet()) {
      if (at.equals("/") || path.path().equals(at) || path.path().startsWith(at + "/")) {
        DatasetPath target = mounts.get(at);
        String below = at.equals("/") ? path.path() : path.path().substring(at.length());
        return DatasetPath.of(target.path() + below, target.fileSystem());
      }
    }
    return path;
  }
}
