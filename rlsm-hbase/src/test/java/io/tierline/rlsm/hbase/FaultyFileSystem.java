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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * Tells a probe of each operation just before and just after it, so that a test can look at the
 * disk then, or make the operation fail. HBase opens several file systems for one table: those with
 * the same name in their configuration share a probe.
 */
public class FaultyFileSystem extends PlainLocalFileSystem {

  private static final String NAME = "tierline.test.faulty";
  private static final Map<String, Probe> PROBES = new ConcurrentHashMap<>();

  private static final Probe NONE = new Probe() {};

  private String name = "";

  /** What is done to a file. */
  enum Step {
    CREATE,
    CLOSE,
    SYNC,
    RENAME,
    DELETE,
    MKDIRS,
    TOUCH,
    OPEN;

    /** Whether the disk is another after it. */
    boolean mutates() {
      return this != OPEN;
    }
  }

  /** Is told of operations, one at a time; what it throws is what the operation throws. */
  interface Probe {
    default void before(Step step, Path path) throws IOException {}

    default void after(Step step, Path path) throws IOException {}

    default void writing(Path path, int bytes) throws IOException {}
  }

  /** A site whose files are on a file system of that name. */
  static Configuration site(String name) {
    Configuration conf = LocalSite.small();
    conf.setClass("fs.file.impl", FaultyFileSystem.class, FileSystem.class);
    conf.set(NAME, name);
    return conf;
  }

  /** Sets the probe of the file systems of a name; null for none. */
  static void probe(String name, Probe probe) {
    PROBES.put(name, probe == null ? NONE : probe);
  }

  @Override
  public void initialize(java.net.URI uri, Configuration conf) throws IOException {
    super.initialize(uri, conf);
    name = conf.get(NAME, "");
  }

  private Probe probe() {
    return PROBES.getOrDefault(name, NONE);
  }

  private interface Operation<T> {
    T run() throws IOException;
  }

  /** One operation at a time, or a probe would see what is half done: HBase archives in threads. */
  private <T> T watched(Step step, Path path, Operation<T> operation) throws IOException {
    Probe probe = probe();
    synchronized (probe) {
      probe.before(step, path);
      T result = operation.run();
      probe.after(step, path);
      return result;
    }
  }

  private FSDataOutputStream watched(Path path, Operation<FSDataOutputStream> create)
      throws IOException {
    FSDataOutputStream out = watched(Step.CREATE, path, create);
    return new FSDataOutputStream(new Watched(path, out), null);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int buffer,
      short replication,
      long block,
      Progressable progress)
      throws IOException {
    return watched(
        path,
        () -> super.create(path, permission, overwrite, buffer, replication, block, progress));
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int buffer,
      short replication,
      long block,
      Progressable progress)
      throws IOException {
    return watched(
        path,
        () ->
            super.createNonRecursive(
                path, permission, overwrite, buffer, replication, block, progress));
  }

  @Override
  public FSDataInputStream open(Path path, int buffer) throws IOException {
    return watched(Step.OPEN, path, () -> super.open(path, buffer));
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return watched(Step.RENAME, to, () -> super.rename(from, to));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return watched(Step.DELETE, path, () -> super.delete(path, recursive));
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    return watched(Step.MKDIRS, path, () -> super.mkdirs(path));
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    return watched(Step.MKDIRS, path, () -> super.mkdirs(path, permission));
  }

  @Override
  public void setTimes(Path path, long modified, long accessed) throws IOException {
    watched(
        Step.TOUCH,
        path,
        () -> {
          super.setTimes(path, modified, accessed);
          return null;
        });
  }

  private final class Watched extends java.io.OutputStream implements Syncable, StreamCapabilities {
    private final Path path;
    private final FSDataOutputStream out;
    private boolean closed;

    private Watched(Path path, FSDataOutputStream out) {
      this.path = path;
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      probe().writing(path, 1);
      out.write(value);
    }

    @Override
    public void write(byte[] data, int offset, int length) throws IOException {
      probe().writing(path, length);
      out.write(data, offset, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void hflush() throws IOException {
      sync(out::hflush);
    }

    @Override
    public void hsync() throws IOException {
      sync(out::hsync);
    }

    private interface Sync {
      void run() throws IOException;
    }

    private void sync(Sync sync) throws IOException {
      watched(
          Step.SYNC,
          path,
          () -> {
            sync.run();
            return null;
          });
    }

    @Override
    public boolean hasCapability(String capability) {
      return out.hasCapability(capability);
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (out) {
        watched(
            Step.CLOSE,
            path,
            () -> {
              out.close();
              return null;
            });
      }
    }
  }
}
