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
public class PlainLocalFileSystem extends LocalFileSystem {

  /** HBase makes file systems by reflection. */
  public PlainLocalFileSystem() {
    super(new Unprotected());
  }

  /** Hadoop without its native library starts a process for each change of permissions. */
  private static final class Unprotected extends RawLocalFileSystem {
    @Override
    public void setPermission(Path file, FsPermission permission) {
      // The default will do.
    }
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
}
