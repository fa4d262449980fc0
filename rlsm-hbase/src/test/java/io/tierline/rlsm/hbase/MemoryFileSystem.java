/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * A file system in memory, with HDFS's rules for renames and flushes: thousands of small files cost
 * no system calls, and a copy of a directory, as of a crash, costs nothing.
 */
final class MemoryFileSystem extends FileSystem implements TreeCopies {

  static final String SCHEME = "mem";

  private static final URI ROOT = URI.create(SCHEME + ":///");
  private static final int BLOCK_BYTES = 1 << 27;

  private final MemoryFile top = MemoryFile.directory();
  private Path workingDirectory = new Path(ROOT);

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    setConf(conf);
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return ROOT;
  }

  @Override
  public void setWorkingDirectory(Path directory) {
    workingDirectory = makeQualified(directory);
  }

  @Override
  public Path getWorkingDirectory() {
    return workingDirectory;
  }

  private static MemoryFile childOf(MemoryFile parent, String name) {
    return parent == null || !parent.isDirectory() ? null : parent.children().get(name);
  }

  /** What is there, or null. */
  private MemoryFile find(Path path) {
    MemoryFile found = top;
    for (String name : path.toUri().getPath().split("/")) {
      if (!name.isEmpty()) {
        found = childOf(found, name);
      }
    }
    return found;
  }

  private MemoryFile existing(Path path) throws FileNotFoundException {
    MemoryFile file = find(path);
    if (file == null) {
      throw new FileNotFoundException(path.toString());
    }
    return file;
  }

  private MemoryFile existingFile(Path path) throws FileNotFoundException {
    MemoryFile file = existing(path);
    if (file.isDirectory()) {
      throw new FileNotFoundException(path + " is a directory");
    }
    return file;
  }

  private MemoryFile makeDirectory(Path path) throws IOException {
    MemoryFile made = top;
    for (String name : path.toUri().getPath().split("/")) {
      if (!name.isEmpty()) {
        made = made.children().computeIfAbsent(name, any -> MemoryFile.directory());
        if (!made.isDirectory()) {
          throw new ParentNotDirectoryException(path.toString());
        }
      }
    }
    return made;
  }

  @Override
  public synchronized boolean mkdirs(Path path, FsPermission permission) throws IOException {
    return FileFaults.around(path, () -> makeDirectory(path) != null);
  }

  @Override
  public synchronized FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return FileFaults.around(path, () -> new FSDataInputStream(existingFile(path).input()));
  }

  @Override
  public synchronized FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return FileFaults.around(path, () -> make(path, overwrite));
  }

  private FSDataOutputStream make(Path path, boolean overwrite) throws IOException {
    MemoryFile before = find(path);
    if (before != null && (before.isDirectory() || !overwrite)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    MemoryFile file = MemoryFile.empty();
    makeDirectory(path.getParent()).children().put(path.getName(), file);
    return new FSDataOutputStream(file.output(), null) {
      @Override
      public void close() throws IOException {
        FileFaults.around(
            path,
            () -> {
              super.close();
              return null;
            });
      }
    };
  }

  @Override
  public synchronized FSDataOutputStream createNonRecursive(
      Path path,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    existing(path.getParent());
    boolean overwrite = flags.contains(CreateFlag.OVERWRITE);
    return create(path, permission, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public synchronized FSDataOutputStream append(Path path, int bufferSize, Progressable progress)
      throws IOException {
    MemoryFile file = existingFile(path);
    return new FSDataOutputStream(file.output(), null, file.length());
  }

  @Override
  public synchronized boolean rename(Path from, Path to) throws IOException {
    return FileFaults.around(to, () -> move(from, to));
  }

  private boolean move(Path from, Path to) {
    MemoryFile target = find(to);
    if (target != null && target.isDirectory()) {
      return move(from, new Path(to, from.getName()));
    }
    MemoryFile moved = find(from);
    if (moved != null && moved == target) {
      // As in HDFS.
      return true;
    }
    MemoryFile into = find(to.getParent());
    if (moved == null || target != null || into == null || !into.isDirectory()) {
      return false;
    }
    find(from.getParent()).children().remove(from.getName());
    into.children().put(to.getName(), moved);
    return true;
  }

  @Override
  public synchronized void copyTree(Path from, Path to) throws IOException {
    MemoryFile copy = existing(from).copy();
    makeDirectory(to.getParent()).children().put(to.getName(), copy);
  }

  @Override
  public synchronized boolean delete(Path path, boolean recursive) throws IOException {
    return FileFaults.around(path, () -> remove(path, recursive));
  }

  private boolean remove(Path path, boolean recursive) throws IOException {
    MemoryFile file = find(path);
    if (file == null) {
      return false;
    }
    if (!recursive && file.isDirectory() && !file.children().isEmpty()) {
      throw new PathIsNotEmptyDirectoryException(path.toString());
    }
    find(path.getParent()).children().remove(path.getName());
    return true;
  }

  @Override
  public synchronized FileStatus[] listStatus(Path path) throws IOException {
    MemoryFile file = existing(path);
    if (!file.isDirectory()) {
      return new FileStatus[] {status(path, file)};
    }
    List<FileStatus> found = new ArrayList<>();
    for (Map.Entry<String, MemoryFile> child : file.children().entrySet()) {
      found.add(status(new Path(path, child.getKey()), child.getValue()));
    }
    return found.toArray(FileStatus[]::new);
  }

  @Override
  public synchronized FileStatus getFileStatus(Path path) throws IOException {
    return status(path, existing(path));
  }

  private FileStatus status(Path path, MemoryFile file) {
    return new FileStatus(
        file.length(),
        file.isDirectory(),
        1,
        BLOCK_BYTES,
        file.modified(),
        path.isAbsoluteAndSchemeAuthorityNull() ? makeQualified(path) : path);
  }

  @Override
  public synchronized void setTimes(Path path, long modified, long accessed) throws IOException {
    existing(path).setModified(modified);
  }

  @Override
  public void setPermission(Path path, FsPermission permission) {
    // Nobody is kept out.
  }
}
