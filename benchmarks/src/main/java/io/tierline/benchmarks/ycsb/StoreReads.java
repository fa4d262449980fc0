/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * What a thread reads of store files, told to whom that thread names. Other threads, such as those
 * that compact, are not observed.
 */
public final class StoreReads {
  private static final ThreadLocal<Observer> OBSERVER = new ThreadLocal<>();

  /** Is told of each read. */
  public interface Observer {
    /** So many bytes of the file with that path were read from there on. */
    void read(String path, long offset, int length);
  }

  private StoreReads() {}

  /** From now on what this thread reads is told to the observer. */
  public static void start(Observer observer) {
    OBSERVER.set(observer);
  }

  /** What this thread reads is told to nobody any more. */
  public static void stop() {
    OBSERVER.remove();
  }

  static FSDataInputStream observed(String path, FSDataInputStream in) {
    return new FSDataInputStream(new Observed(path, in));
  }

  private static final class Observed extends FSInputStream {
    private final String path;
    private final FSDataInputStream in;

    Observed(String path, FSDataInputStream in) {
      this.path = path;
      this.in = in;
    }

    private int told(long offset, int length) {
      Observer observer = OBSERVER.get();
      if (observer != null && length > 0) {
        observer.read(path, offset, length);
      }
      return length;
    }

    @Override
    public int read() throws IOException {
      long offset = in.getPos();
      int one = in.read();
      if (one >= 0) {
        told(offset, 1);
      }
      return one;
    }

    @Override
    public int read(byte[] bytes, int at, int length) throws IOException {
      long offset = in.getPos();
      return told(offset, in.read(bytes, at, length));
    }

    @Override
    public int read(long position, byte[] bytes, int at, int length) throws IOException {
      return told(position, in.read(position, bytes, at, length));
    }

    @Override
    public long skip(long length) throws IOException {
      return in.skip(length);
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) throws IOException {
      return in.seekToNewSource(position);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
