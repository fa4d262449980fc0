/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.concurrent.CountDownLatch;
import org.h2.store.fs.FileBase;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** Files on a disk that can be made to hang where it is to bring something to the medium. */
public final class StallingFiles extends FilePathWrapper implements AutoCloseable {
  static final String PREFIX = "stalling:";

  /** What all of them share. */
  private static volatile CountDownLatch stall = new CountDownLatch(0);

  private static volatile CountDownLatch stalled = new CountDownLatch(1);

  /** H2 makes one for each path, through reflection. */
  public StallingFiles() {}

  static StallingFiles register() {
    StallingFiles files = new StallingFiles();
    FilePath.register(files);
    return files;
  }

  void stall() {
    stalled = new CountDownLatch(1);
    stall = new CountDownLatch(1);
  }

  void awaitStalled() throws InterruptedException {
    stalled.await();
  }

  void goOn() {
    stall.countDown();
  }

  @Override
  public void close() {
    goOn();
    FilePath.unregister(this);
  }

  @Override
  public String getScheme() {
    return "stalling";
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    FileChannel base = getBase().open(mode);
    return new FileBase() {
      @Override
      public void force(boolean metaData) throws IOException {
        stalled.countDown();
        try {
          stall.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
        base.force(metaData);
      }

      @Override
      public int read(ByteBuffer into) throws IOException {
        return base.read(into);
      }

      @Override
      public int read(ByteBuffer into, long position) throws IOException {
        return base.read(into, position);
      }

      @Override
      public int write(ByteBuffer from) throws IOException {
        return base.write(from);
      }

      @Override
      public int write(ByteBuffer from, long position) throws IOException {
        return base.write(from, position);
      }

      @Override
      public long position() throws IOException {
        return base.position();
      }

      @Override
      public FileChannel position(long position) throws IOException {
        base.position(position);
        return this;
      }

      @Override
      public long size() throws IOException {
        return base.size();
      }

      @Override
      public FileChannel truncate(long size) throws IOException {
        base.truncate(size);
        return this;
      }

      @Override
      public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return base.tryLock(position, size, shared);
      }

      @Override
      protected void implCloseChannel() throws IOException {
        base.close();
      }
    };
  }
}
