/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.namenode.namespace.FileTree;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;

/** The namespace of a NameNode in this process, used as the user the NameNode runs as. */
public final class NameNodeNamespace implements Namespace {
  private final NamenodeProtocols nameNode;
  private final Supplier<FSNamesystem> namesystem;
  private final boolean sparesSnapshots;

  /**
   * The namespace of that NameNode.
   *
   * @param sparesSnapshots whether what is snapshottable is said to be in snapshots
   */
  public NameNodeNamespace(NameNode nameNode, boolean sparesSnapshots) {
    this.sparesSnapshots = sparesSnapshots;
    this.nameNode = nameNode.getRpcServer();
    this.namesystem = nameNode::getNamesystem;
  }

  @Override
  public byte policyOf(String path) throws IOException {
    HdfsFileStatus status = nameNode.getFileInfo(path);
    return status == null ? MISSING : status.getStoragePolicy();
  }

  @Override
  public void set(String path, String policy) throws IOException {
    Audit.own(
        "setStoragePolicy", path + " " + policy, () -> nameNode.setStoragePolicy(path, policy));
  }

  @Override
  public void unset(String path) throws IOException {
    Audit.own("unsetStoragePolicy", path, () -> nameNode.unsetStoragePolicy(path));
  }

  private <T> T ask(FileTree.Question<T> question) throws IOException {
    return FileTree.ask(namesystem.get(), "tierlineLdmNamespace", question);
  }

  @Override
  public long idOf(String path) throws IOException {
    return ask(tree -> idOf(tree, path));
  }

  private static long idOf(FSDirectory tree, String path) throws IOException {
    INode node = tree.getINode(path);
    return node == null ? NO_ID : node.getId();
  }

  @Override
  public String pathOf(long id) throws IOException {
    return ask(
        tree -> {
          INode node = tree.getInode(id);
          String path = node == null ? null : node.getFullPathName();
          // A snapshot keeps what was deleted, under a path at which it is not any more.
          return path != null && idOf(tree, path) == id ? path : null;
        });
  }

  @Override
  public boolean isInSnapshots(String path) throws IOException {
    return sparesSnapshots
        && ask(
            tree -> {
              INode node = tree.getINode(path);
              while (node != null && !mayBeSnapshotted(node)) {
                node = node.getParent();
              }
              return node != null;
            });
  }

  /** HDFS makes every root snapshottable, with no snapshot allowed. */
  private static boolean mayBeSnapshotted(INode node) {
    return node.isDirectory()
        && node.asDirectory().isSnapshottable()
        && node.asDirectory().getDirectorySnapshottableFeature().getSnapshotQuota() > 0;
  }

  @Override
  public boolean limitsSsd(String path) throws IOException {
    return ask(
        tree -> {
          INode node = FileTree.nearest(tree, path);
          while (node != null && node.getQuotaCounts().getTypeSpaces().get(StorageType.SSD) < 0) {
            node = node.getParent();
          }
          return node != null;
        });
  }
}
