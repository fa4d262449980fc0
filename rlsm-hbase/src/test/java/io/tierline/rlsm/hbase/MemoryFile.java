/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;

/**
 * A file of a {@link MemoryFileSystem}, or a directory. As on HDFS, what was written is there for
 * others when it was flushed or the file is closed.
 */
final class MemoryFile {

  /** By name; null in a file. */
  private final NavigableMap<String, MemoryFile> children;

  private byte[] bytes = {};
  private int length;
  private volatile long modified = System.currentTimeMillis();

  private MemoryFile(NavigableMap<String, MemoryFile> children) {
    this.children = children;
  }

  static MemoryFile directory() {
    return new MemoryFile(new TreeMap<>());
  }

  static MemoryFile empty() {
    return new MemoryFile(null);
  }

  /** The same as it is now; files only ever grow, so that copies share what they have. */
  synchronized MemoryFile copy() {
    MemoryFile copy = isDirectory() ? directory() : empty();
    if (isDirectory()) {
      children.forEach((name, child) -> copy.children.put(name, child.copy()));
    }
    copy.bytes = bytes;
    copy.length = length;
    copy.modified = modified;
    return copy;
  }

  boolean isDirectory() {
    return children != null;
  }

  /** What is in a directory; changed under the file system's lock. */
  NavigableMap<String, MemoryFile> children() {
    return children;
  }

  synchronized int length() {
    return length;
  }

  long modified() {
    return modified;
  }

  void setModified(long millis) {
    modified = millis;
  }

  private synchronized int read(int position, byte[] into, int offset, int wanted) {
    int count = Math.min(wanted, length - position);
    if (count <= 0) {
      return wanted == 0 ? 0 : -1;
    }
    System.arraycopy(bytes, position, into, offset, count);
    return count;
  }

  private synchronized void publish(byte[] written, int count) {
    bytes = written;
    length = count;
    modified = System.currentTimeMillis();
  }

  /** A stream that appends to the file. */
  synchronized Output output() {
    return new Output(Arrays.copyOf(bytes, Math.max(512, 2 * length)), length);
  }

  Input input() {
    return new Input();
  }

  /** Writes to the end. */
  final class Output extends OutputStream implements Syncable, StreamCapabilities {
    private byte[] buffer;
    private int count;

    private Output(byte[] buffer, int count) {
      this.buffer = buffer;
      this.count = count;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int wanted) {
      if (count + wanted > buffer.length) {
        buffer = Arrays.copyOf(buffer, Math.max(count + wanted, 2 * buffer.length));
      }
      System.arraycopy(from, offset, buffer, count, wanted);
      count += wanted;
    }

    @Override
    public void hflush() {
      publish(buffer, count);
    }

    @Override
    public void hsync() {
      hflush();
    }

    @Override
    public boolean hasCapability(String capability) {
      return Set.of("hflush", "hsync").contains(capability);
    }

    @Override
    public void close() {
      hflush();
    }
  }

  /** Reads at any position. */
  final class Input extends FSInputStream {
    private int position;

    @Override
    public void seek(long to) throws IOException {
      if (to < 0 || to > length()) {
        throw new EOFException(to + " is not in a file of " + length() + " bytes");
      }
      position = (int) to;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public int available() {
      return length() - position;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int wanted) throws IOException {
      FileFaults.beforeRead();
      int count = MemoryFile.this.read(position, into, offset, wanted);
      position += Math.max(0, count);
      return count;
    }

    @Override
    public int read(long from, byte[] into, int offset, int wanted) throws IOException {
      FileFaults.beforeRead();
      return MemoryFile.this.read((int) from, into, offset, wanted);
    }
  }
}
