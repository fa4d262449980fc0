/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;

/** Asks the tree of files itself: under its lock, and without a line in the audit log. */
public final class FileTree {
  private FileTree() {}

  /** A question, short enough for a lock that every request of HDFS wants. */
  @FunctionalInterface
  public interface Question<T> {
    T ask(FSDirectory tree) throws IOException;
  }

  /**
   * Asks it.
   *
   * @param operation what HDFS's figures on its lock call it
   */
  public static <T> T ask(FSNamesystem namesystem, String operation, Question<T> question)
      throws IOException {
    namesystem.readLock();
    try {
      return question.ask(namesystem.getFSDirectory());
    } finally {
      namesystem.readUnlock(operation);
    }
  }

  /**
   * What is at a path, or the nearest of what is above it. The path is taken apart once: asked for
   * level by level, a path of thousands of names would hold the lock for tenths of a second.
   *
   * @throws IOException when nothing can be there
   */
  public static INode nearest(FSDirectory tree, String path) throws IOException {
    INode[] inodes = tree.getINodesInPath(path, FSDirectory.DirOp.READ).getINodesArray();
    int last = inodes.length - 1;
    while (last > 0 && inodes[last] == null) {
      last--;
    }
    return inodes[last];
  }
}
