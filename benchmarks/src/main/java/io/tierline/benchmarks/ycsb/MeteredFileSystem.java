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
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
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
    super(new WithoutChildProcesses());
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

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return metered(
        file,
        super.create(file, permission, overwrite, bufferSize, replication, blockSize, progress));
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return metered(
        file,
        getRawFileSystem()
            .createNonRecursive(
                file, permission, overwrite, bufferSize, replication, blockSize, progress));
  }

  @Override
  public FSDataOutputStream append(Path file, int bufferSize, Progressable progress)
      throws IOException {
    return metered(file, getRawFileSystem().append(file, bufferSize, progress));
  }

  /** What builders call; the superclass would go around the other method. */
  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress,
      Options.ChecksumOpt none)
      throws IOException {
    boolean overwrite = flags.contains(CreateFlag.OVERWRITE);
    return create(file, permission, overwrite, bufferSize, replication, blockSize, progress);
  }

  /** What builders call, likewise. */
  @Override
  public FSDataOutputStream createNonRecursive(
      Path file,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    boolean overwrite = flags.contains(CreateFlag.OVERWRITE);
    return createNonRecursive(
        file, permission, overwrite, bufferSize, replication, blockSize, progress);
  }

  private static FSDataOutputStream metered(Path file, FSDataOutputStream out) throws IOException {
    LongAdder written = WRITTEN.get(PathClass.of(file.toUri().getPath()));
    return new FSDataOutputStream(new Metered(out, written), null, out.getPos());
  }

  /**
   * Without its native library Hadoop starts a process for each file whose permissions it sets: on
   * a loaded machine that takes longer than writing a small file, which no cluster knows.
   */
  private static final class WithoutChildProcesses extends RawLocalFileSystem {
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
    private final FSDataOutputStream to;
    private final LongAdder written;

    Metered(FSDataOutputStream to, LongAdder written) {
      super(to);
      this.to = to;
      this.written = written;
    }

    @Override
    public void write(int one) throws IOException {
      to.write(one);
      written.increment();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      to.write(bytes, offset, length);
      written.add(length);
    }

    @Override
    public void hflush() throws IOException {
      to.hflush();
    }

    @Override
    public void hsync() throws IOException {
      to.hsync();
    }

    @Override
    public boolean hasCapability(String capability) {
      return to.hasCapability(capability);
    }
  }
}
