/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.coord.IncludedFiles;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Small files of this file system as their users may read them. The namespace is asked as the user;
 * what it has let him read is then read, by the number of its inode, as the NameNode itself, which
 * needs no right to act for others. No other file system is ever asked.
 */
final class UsersFiles implements IncludedFiles, Closeable {
  /** Nothing waits for longer, in milliseconds, for a DataNode. */
  private static final int TIMEOUT_MS = 10_000;

  private final LdmService service;
  private FileSystem opened;

  UsersFiles(LdmService service) {
    this.service = service;
  }

  @Override
  public byte[] read(String path, String user) throws IOException {
    DatasetPath place = service.localise(place(path));
    if (!place.isLiteral() || !DFSUtilClient.isValidName(place.path())) {
      throw new LineageException("it is no file of this cluster's file system");
    }
    HdfsFileStatus file = status(place.path(), UserGroupInformation.createRemoteUser(user));
    byte[] content = new byte[(int) file.getLen()];
    Path inode = new Path("/.reserved/.inodes/" + file.getFileId());
    try (FSDataInputStream in = fileSystem().open(inode)) {
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

  /** What the user may read there. */
  private HdfsFileStatus status(String path, UserGroupInformation user) throws IOException {
    HdfsFileStatus file = shown(path, user);
    if (file == null) {
      throw new LineageException("there is no such file");
    }
    if (!file.isFile()) {
      throw new LineageException("it is no file");
    }
    if (file.getLen() > XmlReader.BYTES_MAX) {
      throw new LineageException("it has more than " + XmlReader.BYTES_MAX + " bytes");
    }
    return file;
  }

  private HdfsFileStatus shown(String path, UserGroupInformation user) throws IOException {
    try {
      return new CallersView(service.nameNode(), user)
          .ask(
              nameNode -> {
                HdfsFileStatus found = nameNode.getFileInfo(path);
                if (found != null) {
                  nameNode.checkAccess(path, FsAction.READ);
                }
                return found;
              });
    } catch (AccessControlException denied) {
      throw new LineageException(denied.getMessage(), denied);
    }
  }

  private FileSystem fileSystem() throws IOException {
    if (opened == null) {
      Configuration conf = new Configuration(service.nameNode().getConf());
      conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, TIMEOUT_MS);
      URI self = DFSUtilClient.getNNUri(service.nameNode().getNameNodeAddress());
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
