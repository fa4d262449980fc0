/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.namenode.namespace.OwnFileSystems;
import io.tierline.ldm.oozie.coord.IncludedFiles;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Files that definitions include, read from the cluster's file system as the user whose definition
 * includes them. What lasts is a {@link LineageException}, and is not tried again soon; what may
 * pass is another. Used by one thread.
 */
public final class UsersFiles implements IncludedFiles, Closeable {
  /** Nothing waits for longer, in milliseconds, for a DataNode. */
  private static final int TIMEOUT_MS = 3_000;

  private final Configuration conf;
  private final OwnFileSystems own;
  private final RecentFiles recent = new RecentFiles();

  /** Whose files were read last; null for nobody's. */
  private UserGroupInformation as;

  private FileSystem open;

  /** Reads as the configuration says where the cluster is. */
  public UsersFiles(Configuration cluster) {
    this.own = OwnFileSystems.of(cluster, List.of(), List.of());
    this.conf = new Configuration(cluster);
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, TIMEOUT_MS);
    // What no live DataNode has is asked for again with a later look, not by waiting.
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_MAX_BLOCK_ACQUIRE_FAILURES_KEY, 0);
    conf.setInt(HdfsClientConfigKeys.Retry.TIMES_GET_LAST_BLOCK_LENGTH_KEY, 0);
  }

  @Override
  public byte[] read(String path, String user, int most) throws IOException {
    Path place = place(path);
    boolean isRead = false;
    try {
      FileSystem files = of(user);
      byte[] content =
          as.doAs((PrivilegedExceptionAction<byte[]>) () -> read(files, place, user, most));
      isRead = true;
      return content;
    } catch (FileNotFoundException
        | AccessControlException
        | ParentNotDirectoryException
        | UnresolvedLinkException
        | UnsupportedFileSystemException refused) {
      throw new LineageException(firstLine(refused), refused);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading " + place, e);
    } finally {
      if (!isRead) {
        leave();
      }
    }
  }

  /** Files are read user by user: a way to the cluster for each file would take longer. */
  private FileSystem of(String user) throws IOException, InterruptedException {
    if (as == null || !as.getShortUserName().equals(user)) {
      leave();
      UserGroupInformation next = as(user);
      open = next.doAs((PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(conf));
      as = next;
    }
    return open;
  }

  /** Users come and go; what goes wrong may be the way's fault. */
  private void leave() {
    IOUtils.closeStream(open);
    open = null;
    as = null;
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static UserGroupInformation as(String user) throws IOException {
    UserGroupInformation self = UserGroupInformation.getLoginUser();
    return self.getShortUserName().equals(user)
        ? self
        : UserGroupInformation.createProxyUser(user, self);
  }

  private byte[] read(FileSystem files, Path path, String user, int most) throws IOException {
    FileStatus status = files.getFileStatus(path);
    if (!status.isFile()) {
      throw new LineageException("it is no file");
    }
    if (status.isEncrypted()) {
      // Its key is a matter between the user and the key server.
      throw new LineageException("it lies in an encryption zone");
    }
    if (status.getLen() > most) {
      throw new LineageException(
          "it has %d bytes; of all included files no more than %d may be read"
              .formatted(status.getLen(), most));
    }
    RecentFiles.Version version =
        new RecentFiles.Version(
            user, path.toString(), status.getLen(), status.getModificationTime());
    byte[] content = recent.of(version);
    if (content == null) {
      content = new byte[(int) status.getLen()];
      try (FSDataInputStream in = files.open(path)) {
        in.readFully(content);
      }
      recent.add(version, content);
    } else {
      // The right to read it may have gone since.
      files.access(path, FsAction.READ);
    }
    return content.clone();
  }

  private Path place(String path) throws LineageException {
    DatasetPath place;
    try {
      place = own.localise(DatasetPath.of(path));
    } catch (IllegalArgumentException | UncheckedIOException noPath) {
      throw new LineageException(firstLine(noPath), noPath);
    }
    if (!place.isLiteral() || !DFSUtilClient.isValidName(place.path()) || isHidden(place.path())) {
      throw new LineageException("it is no file of this cluster's file system");
    }
    return new Path(place.path());
  }

  private static boolean isHidden(String path) {
    return (path + "/").contains("/.snapshot/") || path.startsWith("/.reserved");
  }

  @Override
  public void close() {
    leave();
    recent.clear();
  }
}
