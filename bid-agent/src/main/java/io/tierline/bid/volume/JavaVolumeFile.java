/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A file of a {@link JavaVolume}. A channel of the asynchronous kind is the one kind that an
 * interrupt does not close; its work is done at once by whoever asks for it.
 */
final class JavaVolumeFile implements VolumeFile {
  /** In {@code fdinfo}, of the flags that a file was opened with. */
  private static final int ACCESS_MODE = 3;

  /** No thread but the caller's. */
  private static final class Here extends AbstractExecutorService {
    @Override
    public void execute(Runnable command) {
      command.run();
    }

    @Override
    public void shutdown() {
      // It has nothing to end.
    }

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }
  }

  private final JavaVolume volume;
  private final AsynchronousFileChannel channel;
  private final Object file;
  private int uses = 1;
  private boolean closed;

  private JavaVolumeFile(JavaVolume volume, AsynchronousFileChannel channel, Object file) {
    this.volume = volume;
    this.channel = channel;
    this.file = file;
  }

  /** Opens what the number stands for once more. */
  static JavaVolumeFile open(JavaVolume volume, int number) throws IOException {
    Path path = Path.of("/proc/self/fd", Integer.toString(number));
    if (!Files.isRegularFile(path)) {
      throw new IOException("Invalid argument: not a regular file");
    }
    Object file = Files.getAttribute(path, "unix:fileKey");
    AsynchronousFileChannel channel =
        AsynchronousFileChannel.open(path, optionsOf(number), new Here());
    return new JavaVolumeFile(volume, channel, file);
  }

  private static Set<OpenOption> optionsOf(int number) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/fdinfo", String.valueOf(number)))) {
      if (line.startsWith("flags:")) {
        int flags = Integer.parseInt(line.substring(line.indexOf(':') + 1).trim(), 8);
        return switch (flags & ACCESS_MODE) {
          case 0 -> Set.of(StandardOpenOption.READ);
          case 1 -> Set.of(StandardOpenOption.WRITE);
          default -> Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
        };
      }
    }
    throw new IOException("the kernel does not tell what descriptor " + number + " is open for");
  }

  @Override
  public int read(long stream, ServiceClass service, long offset, ByteBuffer memory)
      throws IOException {
    Arguments.checkRead(service, offset, memory);
    int wanted = memory.remaining();
    long moved = run(stream, service, wanted, volume.bytesRead, () -> readAll(offset, memory));
    return moved == 0 && wanted > 0 ? -1 : (int) moved;
  }

  private long readAll(long offset, ByteBuffer memory) throws IOException {
    long moved = 0;
    int now = 0;
    while (now >= 0 && memory.hasRemaining()) {
      now = await(channel.read(memory, offset + moved));
      moved += Math.max(0, now);
    }
    return moved;
  }

  @Override
  public void write(long stream, ServiceClass service, long offset, ByteBuffer memory)
      throws IOException {
    Arguments.checkWrite(service, offset, memory);
    run(stream, service, memory.remaining(), volume.bytesWritten, () -> writeAll(offset, memory));
  }

  private long writeAll(long offset, ByteBuffer memory) throws IOException {
    long moved = 0;
    while (memory.hasRemaining()) {
      int now = await(channel.write(memory, offset + moved));
      if (now <= 0) {
        throw new IOException("Input/output error");
      }
      moved += now;
    }
    return moved;
  }

  /** The channel has done it by now. */
  private static int await(Future<Integer> done) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      interrupted = true;
      throw new IOException(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void sync(long stream, ServiceClass service) throws IOException {
    Arguments.checkPart(service, 0, 1);
    run(
        stream,
        service,
        0,
        volume.syncs,
        () -> {
          channel.force(false);
          return 1;
        });
  }

  @Override
  public void writeBack(long stream, ServiceClass service, long offset, long length, boolean waited)
      throws IOException {
    Arguments.checkPart(service, offset, length);
    requireOpen();
  }

  @Override
  public void announce(long stream, ServiceClass service, long offset, long length)
      throws IOException {
    Arguments.checkPart(service, offset, length);
    requireOpen();
  }

  private synchronized void requireOpen() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  private long run(
      long stream, ServiceClass service, long bytes, LongAdder moved, JavaVolume.Work work)
      throws IOException {
    use();
    try {
      return volume.run(new Turn(stream, file, service, bytes), moved, () -> permitted(work));
    } finally {
      letGo();
    }
  }

  private static long permitted(JavaVolume.Work work) throws IOException {
    try {
      return work.run();
    } catch (NonReadableChannelException | NonWritableChannelException e) {
      throw new IOException("Bad file descriptor", e);
    }
  }

  private synchronized void use() throws ClosedChannelException {
    requireOpen();
    uses++;
  }

  private synchronized void letGo() {
    if (--uses > 0) {
      return;
    }
    volume.forget(this);
    try {
      channel.close();
    } catch (IOException e) {
      // It was read or written, and synced where that matters: nothing is lost by it.
      closed = true;
    }
  }

  @Override
  public void cancel() {
    volume.gate.cancel(turn -> turn.file.equals(file));
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      letGo();
    }
  }
}
