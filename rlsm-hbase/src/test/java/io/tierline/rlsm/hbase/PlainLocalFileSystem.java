/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The local file system without checksum files and permissions: half as many files, and what is
 * flushed to a write-ahead log is there to be read after a crash.
 */
public class PlainLocalFileSystem extends LocalFileSystem implements TreeCopies {

  /** HBase makes file systems by reflection. */
  public PlainLocalFileSystem() {
    super(new OpenToAll());
  }

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    super.initialize(uri, conf);
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }

  @Override
  public FSDataOutputStream append(Path file, int bufferSize, Progressable progress)
      throws IOException {
    return getRawFileSystem().append(file, bufferSize, progress);
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    return getRawFileSystem().open(file, bufferSize);
  }

  /** Copies by hard links: nobody changes a store file in place. */
  @Override
  public void copyTree(Path from, Path to) throws IOException {
    delete(to, true);
    java.nio.file.Path source = pathToFile(from).toPath();
    java.nio.file.Path target = pathToFile(to).toPath();
    try (Stream<java.nio.file.Path> tree = Files.walk(source)) {
      for (java.nio.file.Path path : (Iterable<java.nio.file.Path>) tree::iterator) {
        java.nio.file.Path copy = target.resolve(source.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.createLink(copy, path);
        }
      }
    }
  }

  /** Without Hadoop's native library each change of a permission would start a process. */
  private static final class OpenToAll extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) {
      // Files are their owner's as they are.
    }
  }
}
