/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.state;

import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.namenode.namespace.FileTree;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.ldm.state.FormatVersion;
import io.tierline.ldm.state.StateStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.XAttrStorage;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.util.ReadOnlyList;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Time;

/**
 * Records in the NameNode's own namespace: one empty directory for each below {@value #ROOT}, its
 * attributes in extended attributes {@code trusted.tierline.*}. So a change is durable by the edit
 * log alone, without a DataNode; it reaches a standby with the journal, and survives a restart, a
 * failover and a checkpoint as every change of the namespace does.
 *
 * <p>A directory and no file, since it is made by one edit and has no lease that a crash would
 * leave open. It is made and filled under a name that nobody reads, then renamed over the old one;
 * a record whose only attribute changes is changed in place, by one edit.
 *
 * <p>Changes go through the RPC server's methods as the user that the NameNode runs as, so that
 * safe mode, quotas and fencing apply. Reading looks at the inodes themselves, under the read lock
 * for {@value #SLICE} records at a time: it also works in safe mode, in a standby, and for ten
 * thousand records without as many calls and audit lines.
 */
public final class NamespaceStateStore implements StateStore, FormatMark.Place {
  /** Where everything is kept. */
  public static final String ROOT = "/system/tierline/ldm";

  /** How much of an attribute's size its name may take: HDFS's limit is for both. */
  public static final int NAME_BYTES = 64;

  private static final String NEW = ROOT + "/new";
  private static final String DAMAGED = ROOT + "/damaged";
  private static final String PREFIX = "tierline.";
  private static final FsPermission ONLY_SUPERUSER = new FsPermission((short) 0700);

  private final NameNode nameNode;
  private final FormatMark mark;
  private final String kind;

  /** Records that are looked at before the lock is let go of. */
  private final int slice;

  /**
   * The store of one kind of records.
   *
   * @param mark what all kinds are marked with
   * @param kind the directory below {@link #ROOT} that they are in
   */
  public NamespaceStateStore(NameNode nameNode, FormatMark mark, String kind) {
    this.nameNode = nameNode;
    this.mark = mark;
    this.kind = kind;
    this.slice = ServiceKeys.LOCK_INODES.read(nameNode.getConf()::get);
  }

  private String path(String name) {
    return ROOT + "/" + kind + "/" + name;
  }

  @Override
  public FormatVersion format() {
    return mark.own();
  }

  @Override
  public void readAll(Visitor visitor) throws IOException {
    mark.check(this);
    byte[] last = new byte[0];
    List<byte[]> names;
    do {
      byte[] after = last;
      names = locked(directory -> names(directory, after));
      List<String> texts = names.stream().map(DFSUtil::bytes2String).toList();
      locked(directory -> read(directory, texts)).forEach(visitor::visit);
      last = names.isEmpty() ? last : names.get(names.size() - 1);
    } while (names.size() == slice);
  }

  @Override
  public Map<String, byte[]> read(String name) throws IOException {
    return locked(directory -> read(directory, List.of(name))).getOrDefault(name, Map.of());
  }

  /** An attribute of the directory of all records. */
  @Override
  public byte[] readMark(String attribute) throws IOException {
    return locked(
        directory -> {
          INode root = directory.getINode(ROOT);
          return root == null ? null : attributes(root).get(attribute);
        });
  }

  @Override
  public void writeMark(NamenodeProtocols rpc, String attribute, byte[] value) throws IOException {
    ensure(rpc, ROOT);
    Audit.own("state.mark", ROOT, () -> setAttribute(rpc, ROOT, attribute, value));
  }

  private <T> T locked(FileTree.Question<T> question) throws IOException {
    return FileTree.ask(nameNode.getNamesystem(), "tierline-ldm-read-state", question);
  }

  /** The next names, in the order in which HDFS keeps them. */
  private List<byte[]> names(FSDirectory directory, byte[] after) throws IOException {
    List<byte[]> names = new ArrayList<>();
    INode parent = directory.getINode(ROOT + "/" + kind);
    if (parent instanceof INodeDirectory found) {
      ReadOnlyList<INode> children = found.getChildrenList(Snapshot.CURRENT_STATE_ID);
      int at = after.length == 0 ? -1 : ReadOnlyList.Util.binarySearch(children, after);
      int next = at >= 0 ? at + 1 : -at - 1;
      while (next < children.size() && names.size() < slice) {
        names.add(children.get(next).getLocalNameBytes());
        next++;
      }
    }
    return names;
  }

  private Map<String, Map<String, byte[]>> read(FSDirectory directory, List<String> names)
      throws IOException {
    Map<String, Map<String, byte[]>> records = new LinkedHashMap<>();
    for (String name : names) {
      INode record = directory.getINode(path(name));
      if (record != null) {
        records.put(name, attributes(record));
      }
    }
    return records;
  }

  private static Map<String, byte[]> attributes(INode record) {
    Map<String, byte[]> attributes = new HashMap<>();
    for (XAttr attribute : XAttrStorage.readINodeXAttrs(record)) {
      boolean ours =
          attribute.getNameSpace() == XAttr.NameSpace.TRUSTED
              && attribute.getName().startsWith(PREFIX);
      if (ours) {
        byte[] value = attribute.getValue();
        attributes.put(
            attribute.getName().substring(PREFIX.length()), value == null ? new byte[0] : value);
      }
    }
    return attributes;
  }

  @Override
  public void put(String name, Map<String, byte[]> attributes) throws IOException {
    asNameNode(
        "state.put",
        path(name),
        rpc -> {
          mark.raise(this, rpc);
          if (attributes.size() == 1 && read(name).keySet().equals(attributes.keySet())) {
            setAll(rpc, path(name), attributes);
          } else {
            putNew(rpc, name, attributes);
          }
        });
  }

  private void putNew(NamenodeProtocols rpc, String name, Map<String, byte[]> attributes)
      throws IOException {
    ensure(rpc, ROOT + "/" + kind);
    ensure(rpc, NEW);
    String begun = NEW + "/" + kind + "-" + name;
    if (exists(begun)) {
      // What a crash left there must not become part of this one.
      rpc.delete(begun, true);
    }
    rpc.mkdirs(begun, ONLY_SUPERUSER, false);
    setAll(rpc, begun, attributes);
    rpc.rename2(begun, path(name), Options.Rename.OVERWRITE);
  }

  private static void setAll(NamenodeProtocols rpc, String path, Map<String, byte[]> attributes)
      throws IOException {
    for (var attribute : attributes.entrySet()) {
      setAttribute(rpc, path, attribute.getKey(), attribute.getValue());
    }
  }

  @Override
  public void set(String name, String attribute, byte[] value) throws IOException {
    asNameNode(
        "state.set",
        path(name),
        rpc -> {
          mark.raise(this, rpc);
          setAttribute(rpc, path(name), attribute, value);
        });
  }

  private static void setAttribute(
      NamenodeProtocols rpc, String path, String attribute, byte[] value) throws IOException {
    XAttr made =
        new XAttr.Builder()
            .setNameSpace(XAttr.NameSpace.TRUSTED)
            .setName(PREFIX + attribute)
            .setValue(value)
            .build();
    rpc.setXAttr(path, made, EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
  }

  @Override
  public void remove(String name) throws IOException {
    asNameNode("state.remove", path(name), rpc -> rpc.delete(path(name), true));
  }

  @Override
  public void setAside(String name) throws IOException {
    asNameNode(
        "state.setAside",
        path(name),
        rpc -> {
          mark.raise(this, rpc);
          ensure(rpc, DAMAGED);
          String aside = DAMAGED + "/" + kind + "-" + name + "." + Time.now();
          try {
            rpc.rename2(path(name), aside, Options.Rename.NONE);
          } catch (FileNotFoundException gone) {
            // Somebody has cleared it away.
          }
        });
  }

  @Override
  public void removeOthers() throws IOException {
    List<String> kinds = locked(NamespaceStateStore::kinds);
    asNameNode(
        "state.removeOthers",
        ROOT,
        rpc -> {
          for (String other : kinds) {
            if (!other.equals(kind)) {
              rpc.delete(ROOT + "/" + other, true);
            }
          }
        });
  }

  /** All that there is below the root: few, however many records they hold. */
  private static List<String> kinds(FSDirectory directory) throws IOException {
    List<String> kinds = new ArrayList<>();
    if (directory.getINode(ROOT) instanceof INodeDirectory root) {
      root.getChildrenList(Snapshot.CURRENT_STATE_ID)
          .forEach(child -> kinds.add(child.getLocalName()));
    }
    return kinds;
  }

  private boolean exists(String path) throws IOException {
    return locked(directory -> directory.getINode(path) != null);
  }

  private void ensure(NamenodeProtocols rpc, String directory) throws IOException {
    if (!exists(directory)) {
      if (!exists(ROOT)) {
        Audit.own("mkdirs", ROOT, () -> rpc.mkdirs(ROOT, ONLY_SUPERUSER, true));
      }
      Audit.own("mkdirs", directory, () -> rpc.mkdirs(directory, ONLY_SUPERUSER, true));
    }
  }

  /** A change of the namespace. */
  @FunctionalInterface
  private interface Changing {
    void run(NamenodeProtocols rpc) throws IOException;
  }

  private void asNameNode(String command, String path, Changing change) throws IOException {
    Audit.own(command, path, () -> asNameNode(change));
  }

  private void asNameNode(Changing change) throws IOException {
    try {
      UserGroupInformation.getLoginUser()
          .doAs(
              (PrivilegedExceptionAction<Void>)
                  () -> {
                    change.run(nameNode.getRpcServer());
                    return null;
                  });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while changing the namespace", e);
    }
  }
}
