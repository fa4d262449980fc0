/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.volume.ServiceClass;
import io.tierline.bid.volume.VolumeFile;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Brings a file's written windows from the kernel's cache to the disk, behind its writer. The file
 * is opened for it when the first window is full, and closed when the writer has ended and the last
 * window is written. Whatever fails is left to the kernel, which writes it some time anyway.
 */
final class WriteBack {
  /** 333 MB/s, some more than a large disk writes at best. */
  private static final long HELD_UP_NANOS_A_BYTE = 3;

  /** The shortest sleep of one whom the kernel holds up. */
  private static final long HELD_UP_NANOS_MIN = 10_000_000;

  private final ScheduledVolume volume;
  private final FileDescriptor descriptor;
  private final long window;
  private final ServiceClass service;
  private final long stream = Transfers.nextStream();

  /** The writer, and windows that wait. */
  private final AtomicInteger users = new AtomicInteger(1);

  private long written;
  private long handed;
  private long nanos;
  private VolumeFile file;
  private volatile boolean failed;

  /** The kernel took the last window no faster than a disk would have. */
  private volatile boolean isHeldUp;

  /**
   * Begins where the file's writer is.
   *
   * @param window bytes at a time, above 0
   */
  WriteBack(ScheduledVolume volume, FileOutputStream data, long window, ServiceClass service)
      throws IOException {
    descriptor = data.getFD();
    written = data.getChannel().position();
    handed = written;
    this.volume = volume;
    this.window = window;
    this.service = service;
  }

  /**
   * So many bytes were written, which took so long. By the writer's thread, as all but the work
   * itself.
   */
  void wrote(int count, long took) {
    written += count;
    nanos += took;
    if (written - handed < window || failed) {
      return;
    }
    isHeldUp = isHeldUp(written - handed, nanos);
    nanos = 0;
    try {
      if (file == null) {
        file = volume.open(descriptor);
      }
      hand(handed, written - handed);
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    }
    handed = written;
  }

  /**
   * Whether a writer waits until dirty data are on the disk. The kernel's cache takes some GB/s; a
   * kernel that takes no more dirty data has writers sleep in their writes, 10 to 200 ms at a time
   * ({@code balance_dirty_pages} of Linux), until they are no faster than the disk.
   */
  private static boolean isHeldUp(long bytes, long nanos) {
    return nanos >= HELD_UP_NANOS_MIN && nanos / HELD_UP_NANOS_A_BYTE >= bytes;
  }

  private void hand(long offset, long length) {
    users.incrementAndGet();
    if (!volume.later(() -> write(offset, length))) {
      users.decrementAndGet();
      volume.metrics().writeBacksSkipped.incr();
    }
  }

  private void write(long offset, long length) {
    try {
      // As it is now: windows that waited here are what the writer waits for.
      boolean waited = isHeldUp;
      file.writeBack(stream, service, offset, length, waited);
      volume.metrics().bytesWrittenBack.incr(length);
      if (waited) {
        volume.metrics().bytesWrittenBackWaited.incr(length);
      }
      volume.succeeded();
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    } finally {
      leave();
    }
  }

  private void fail(Throwable fault) {
    failed = true;
    volume.failed(fault);
  }

  /** The writer has ended. */
  void end() {
    leave();
  }

  private void leave() {
    if (users.decrementAndGet() > 0) {
      return;
    }
    try {
      if (file != null) {
        file.close();
      }
    } catch (RuntimeException | Error e) {
      volume.failed(e);
    } finally {
      volume.release();
    }
  }
}
