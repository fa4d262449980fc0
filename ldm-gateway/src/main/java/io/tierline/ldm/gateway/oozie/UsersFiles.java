/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.oozie;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.namenode.namespace.CallersView;
import io.tierline.ldm.namenode.namespace.UsersFile;
import io.tierline.ldm.oozie.coord.IncludedFiles;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Small files of this file system as their users may read them. The namespace is asked as the user;
 * what it has let him read is then read, by the number of its inode, as the NameNode itself, which
 * needs no right to act for others. No other file system is ever asked.
 */
public final class UsersFiles implements IncludedFiles, Closeable {
  /** Nothing waits for longer, in milliseconds, for a DataNode. */
  private static final int TIMEOUT_MS = 3_000;

  private final NameNode nameNode;
  private final UnaryOperator<DatasetPath> localiser;
  private final BooleanSupplier isActive;
  private final RecentFiles recent = new RecentFiles();
  private FileSystem opened;

  /**
   * Nothing is opened yet.
   *
   * @param localiser tells paths on this cluster from those on others
   * @param isActive whether to read at all
   */
  public UsersFiles(
      NameNode nameNode, UnaryOperator<DatasetPath> localiser, BooleanSupplier isActive) {
    this.nameNode = nameNode;
    this.localiser = localiser;
    this.isActive = isActive;
  }

  @Override
  public byte[] read(String path, String user, int most) throws IOException {
    if (!isActive.getAsBoolean() || Thread.currentThread().isInterrupted()) {
      throw new IOException("this NameNode does not look at Oozie any more");
    }
    DatasetPath place = localiser.apply(place(path));
    if (!place.isLiteral() || !DFSUtilClient.isValidName(place.path())) {
      throw new LineageException("it is no file of this cluster's file system");
    }
    CallersView view = new CallersView(nameNode, UserGroupInformation.createRemoteUser(user));
    UsersFile file = view.ask(asked -> UsersFile.find(asked, place.path(), most));
    byte[] content = recent.of(file);
    if (content == null) {
      content = fetched(file);
      recent.add(file, content);
    }
    return content.clone();
  }

  private byte[] fetched(UsersFile file) throws IOException {
    byte[] content = new byte[file.length()];
    try (FSDataInputStream in = fileSystem().open(new Path(file.inode()))) {
      in.readFully(content);
    }
    return content;
  }

  private static DatasetPath place(String path) throws LineageException {
    try {
      return DatasetPath.of(path);
    } catch (IllegalArgumentException noPath) {
      throw new LineageException(noPath.getMessage(), noPath);
    }
  }

  private FileSystem fileSystem() throws IOException {
    if (opened == null) {
      Configuration conf = new Configuration(nameNode.getConf());
      conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, TIMEOUT_MS);
      // What no live DataNode has is asked for again with a later look, not by waiting.
      conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_MAX_BLOCK_ACQUIRE_FAILURES_KEY, 0);
      conf.setInt(HdfsClientConfigKeys.Retry.TIMES_GET_LAST_BLOCK_LENGTH_KEY, 0);
      URI self = DFSUtilClient.getNNUri(nameNode.getNameNodeAddress());
      opened = asNameNode(() -> FileSystem.newInstance(self, conf));
    }
    return opened;
  }

  private static FileSystem asNameNode(PrivilegedExceptionAction<FileSystem> opening)
      throws IOException {
    try {
      return UserGroupInformation.getLoginUser().doAs(opening);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while opening the file system", e);
    }
  }

  @Override
  public void close() throws IOException {
    if (opened != null) {
      opened.close();
    }
  }
}
