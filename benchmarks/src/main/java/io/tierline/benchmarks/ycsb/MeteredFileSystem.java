/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The local file system without checksum files (HBase has its own, and they would count as writes),
 * which counts what is written, by {@link PathClass}.
 */
final class MeteredFileSystem extends LocalFileSystem {
  private static final Map<PathClass, LongAdder> WRITTEN = new EnumMap<>(PathClass.class);

  static {
    for (PathClass kind : PathClass.values()) {
      WRITTEN.put(kind, new LongAdder());
    }
  }

  /** A file system as Hadoop makes it, by reflection. */
  MeteredFileSystem() {
    super(new MeteredFiles());
  }

  /** Bytes written to paths of that class, by all instances in this process. */
  static long written(PathClass kind) {
    return WRITTEN.get(kind).sum();
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    FSDataInputStream in = getRawFileSystem().open(file, bufferSize);
    String path = file.toUri().getPath();
    return PathClass.of(path) == PathClass.STORE ? StoreReads.observed(path, in) : in;
  }

  /** The superclass, which could write no checksums then, does not append. */
  @Override
  public FSDataOutputStream append(Path file, int bufferSize, Progressable progress)
      throws IOException {
    return getRawFileSystem().append(file, bufferSize, progress);
  }

  /** The files themselves, below all the ways in which one is created. */
  private static final class MeteredFiles extends RawLocalFileSystem {
    @Override
    protected OutputStream createOutputStream(Path file, boolean append) throws IOException {
      return metered(file, super.createOutputStream(file, append));
    }

    @Override
    protected OutputStream createOutputStreamWithMode(
        Path file, boolean append, FsPermission permission) throws IOException {
      return metered(file, super.createOutputStreamWithMode(file, append, permission));
    }

    private static OutputStream metered(Path file, OutputStream out) {
      return new Metered(out, WRITTEN.get(PathClass.of(file.toUri().getPath())));
    }

    /**
     * Without its native library Hadoop starts a process for each file whose permissions it sets:
     * on a loaded machine that takes longer than writing a small file, which no cluster knows.
     */
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      Files.setPosixFilePermissions(
          pathToFile(path).toPath(),
          PosixFilePermissions.fromString(
              permission.getUserAction().SYMBOL
                  + permission.getGroupAction().SYMBOL
                  + permission.getOtherAction().SYMBOL));
    }
  }

  private static final class Metered extends FilterOutputStream
      implements Syncable, StreamCapabilities {
    private final LongAdder written;

    Metered(OutputStream to, LongAdder written) {
      super(to);
      this.written = written;
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
      written.increment();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      written.add(length);
    }

    @Override
    public void hflush() throws IOException {
      ((Syncable) out).hflush();
    }

    @Override
    public void hsync() throws IOException {
      ((Syncable) out).hsync();
    }

    @Override
    public boolean hasCapability(String capability) {
      return ((StreamCapabilities) out).hasCapability(capability);
    }
  }
}
