/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tierline.bid.volume.VolumeOptions.Engine;
import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every engine promises, of each of them. */
@SuppressWarnings("try") // to close twice, and under others, is what is tested
class VolumeTest {
  private static final ServiceClass FOREGROUND = ServiceClass.FOREGROUND;
  private static final int MIB = 1 << 20;

  /** A modelled disk is not to take its time here. */
  private static final int FAST = 1000;

  @TempDir Path folder;

  private static VolumeOptions options(Engine engine) {
    return VolumeOptions.of("a test's disk").engine(engine).model("hdd-16t", FAST);
  }

  /** Skips where the tree was built without C, and where the kernel forbids io_uring. */
  private static Volume open(VolumeOptions options) throws IOException {
    if (options.engine() != Engine.JAVA) {
      String place =
          "/META-INF/native/%s-%s/libtierline-bid.so"
              .formatted(System.getProperty("os.name"), System.getProperty("os.arch"));
      assumeTrue(VolumeTest.class.getResource(place) != null, "built without C");
    }
    try {
      return Volumes.open(options);
    } catch (IOException e) {
      assumeTrue(
          options.engine() != Engine.IO_URING
              || !e.getMessage().matches(".*(not permitted|not implemented)"),
          e.getMessage());
      throw e;
    }
  }

  private RandomAccessFile file(String name) throws IOException {
    return new RandomAccessFile(folder.resolve(name).toFile(), "rw");
  }

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private static byte[] read(VolumeFile file, long stream, long offset, int length)
      throws IOException {
    ByteBuffer memory = ByteBuffer.allocateDirect(length);
    int moved = file.read(stream, FOREGROUND, offset, memory);
    assertThat(memory.position()).isEqualTo(Math.max(0, moved));
    byte[] bytes = new byte[Math.max(0, moved)];
    memory.flip().get(bytes);
    return bytes;
  }

  private static long descriptors() {
    return new File("/proc/self/fd").list().length;
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void readsWhatWasWrittenByWhicheverWay(Engine engine) throws IOException {
    byte[] data = bytes(3 * MIB + 17, 1);
    try (Volume volume = open(options(engine));
        RandomAccessFile raw = file("data")) {
      raw.write(data);
      try (VolumeFile file = volume.open(raw.getFD())) {
        assertThat(read(file, 1, 0, data.length)).isEqualTo(data);
        assertThat(read(file, 1, 4097, 5000)).isEqualTo(Arrays.copyOfRange(data, 4097, 9097));
        byte[] more = bytes(70_001, 2);
        ByteBuffer memory = direct(more);
        file.write(2, ServiceClass.WAL, 12_345, memory);
        assertThat(memory.hasRemaining()).isFalse();
        assertThat(read(file, 3, 12_345, more.length)).isEqualTo(more);
        file.writeBack(2, ServiceClass.WAL, 12_345, MIB, true);
        file.writeBack(2, ServiceClass.WAL, 12_345, Long.MAX_VALUE - 12_345, false);
        file.sync(2, ServiceClass.WAL);
        byte[] seen = new byte[more.length];
        raw.seek(12_345);
        raw.readFully(seen);
        assertThat(seen).isEqualTo(more);
      }
      VolumeStatistics statistics = volume.statistics();
      assertThat(statistics.bytesWritten()).isEqualTo(70_001);
      assertThat(statistics.bytesRead()).isEqualTo(data.length + 5000 + 70_001);
      assertThat(statistics.syncs()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void readsAreShortAtTheEndOfTheFileAlone(Engine engine) throws IOException {
    byte[] data = bytes(10_001, 3);
    try (Volume volume = open(options(engine));
        RandomAccessFile raw = file("short")) {
      raw.write(data);
      try (VolumeFile file = volume.open(raw.getFD())) {
        assertThat(read(file, 1, 10_000, 100)).containsExactly(data[10_000]);
        ByteBuffer memory = ByteBuffer.allocateDirect(8);
        assertThat(file.read(1, FOREGROUND, 10_001, memory)).isEqualTo(-1);
        assertThat(file.read(1, FOREGROUND, 1 << 30, memory)).isEqualTo(-1);
        assertThat(file.read(1, FOREGROUND, 0, memory.limit(0))).isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void whatWasAnnouncedIsReadAndWhatIsWrittenThereIsSeen(Engine engine) throws IOException {
    byte[] data = bytes(4 * MIB, 4);
    try (Volume volume = open(options(engine));
        RandomAccessFile raw = file("announced")) {
      raw.write(data);
      try (VolumeFile file = volume.open(raw.getFD())) {
        file.announce(7, FOREGROUND, 0, data.length);
        assertThat(read(file, 7, 0, MIB)).isEqualTo(Arrays.copyOf(data, MIB));
        byte[] other = bytes(65_536, 5);
        file.write(8, FOREGROUND, 2 * MIB, direct(other));
        System.arraycopy(other, 0, data, 2 * MIB, other.length);
        for (int at = MIB; at < data.length; at += MIB / 2) {
          assertThat(read(file, 7, at, MIB / 2))
              .isEqualTo(Arrays.copyOfRange(data, at, at + MIB / 2));
        }
        volume.cancelStream(7);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aDescriptorMayBeClosedOnceItIsKnownAndAppendsNowhere(Engine engine) throws IOException {
    Path path = folder.resolve("appended");
    Files.write(path, new byte[100]);
    try (Volume volume = open(options(engine))) {
      VolumeFile file;
      try (java.io.FileOutputStream out = new java.io.FileOutputStream(path.toFile(), true)) {
        file = volume.open(out.getFD());
      }
      file.write(1, FOREGROUND, 3, direct(new byte[] {1, 2}));
      assertThatThrownBy(() -> read(file, 1, 0, 10)).isInstanceOf(IOException.class);
      file.close();
      assertThat(Files.readAllBytes(path)).hasSize(100).startsWith(0, 0, 0, 1, 2, 0);
      assertThatThrownBy(() -> volume.open(new FileDescriptor())).isInstanceOf(IOException.class);
      try (java.io.FileInputStream device = new java.io.FileInputStream("/dev/null")) {
        assertThatThrownBy(() -> volume.open(device.getFD())).isInstanceOf(IOException.class);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void badArgumentsAreExceptions(Engine engine) throws IOException {
    long seed = Long.getLong("tierline.seed", 1);
    Random random = new Random(seed);
    byte[] data = bytes(5000, seed);
    long[] odd = {-1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, 0, 1, 4999, 1L << 62};
    try (Volume volume = open(options(engine));
        RandomAccessFile raw = file("fuzzed")) {
      raw.write(data);
      VolumeFile file = volume.open(raw.getFD());
      assertThatThrownBy(() -> volume.open(null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> file.read(1, FOREGROUND, 0, null))
          .isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> file.sync(1, null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> file.write(1, FOREGROUND, 0, ByteBuffer.allocate(8)))
          .isInstanceOf(IllegalArgumentException.class);
      ByteBuffer readOnly = ByteBuffer.allocateDirect(8).asReadOnlyBuffer();
      assertThatThrownBy(() -> file.read(1, FOREGROUND, 0, readOnly))
          .isInstanceOf(ReadOnlyBufferException.class);
      for (int i = 0; i < 2000; i++) {
        long offset = odd[random.nextInt(odd.length)];
        long length = odd[random.nextInt(odd.length)];
        ByteBuffer memory = ByteBuffer.allocateDirect(random.nextInt(3) * 100);
        int kind = random.nextInt(4);
        try {
          switch (kind) {
            case 0 -> file.read(odd[i % odd.length], FOREGROUND, offset, memory);
            case 1 -> file.announce(1, FOREGROUND, offset, length);
            case 2 -> file.writeBack(1, FOREGROUND, offset, length, i % 2 == 0);
            default -> file.write(1, FOREGROUND, Math.min(offset, 4000), memory.limit(0));
          }
        } catch (IllegalArgumentException | IOException e) {
          assertThat(offset < 0 || length <= 0 || offset > 1L << 60 || length > 1 << 30)
              .as("seed %d, step %d: %s", seed, i, e)
              .isTrue();
        }
      }
      file.close();
      file.close();
      file.cancel();
      assertThatThrownBy(() -> read(file, 1, 0, 10)).isInstanceOf(ClosedChannelException.class);
      assertThatThrownBy(() -> file.sync(1, FOREGROUND)).isInstanceOf(ClosedChannelException.class);
      assertThatThrownBy(() -> file.announce(1, FOREGROUND, 0, 1))
          .isInstanceOf(ClosedChannelException.class);
      assertThatThrownBy(() -> file.writeBack(1, FOREGROUND, 0, 1, true))
          .isInstanceOf(ClosedChannelException.class);
      VolumeFile open = volume.open(raw.getFD());
      volume.close();
      volume.close();
      volume.cancelStream(1);
      assertThat(volume.statistics().requests()).isPositive();
      assertThatThrownBy(() -> read(open, 1, 0, 10)).isInstanceOf(ClosedChannelException.class);
      assertThatThrownBy(() -> volume.open(raw.getFD())).isInstanceOf(ClosedChannelException.class);
      open.close();
    }
  }

  /** Each thread has bytes of its own in one file, and knows what they are. */
  private static void live(VolumeFile file, int number, long seed, int steps) throws IOException {
    Random random = new Random(seed + number);
    int base = number * MIB;
    byte[] known = new byte[MIB];
    for (int i = 0; i < steps; i++) {
      int at = random.nextInt(MIB - 1);
      int length = 1 + random.nextInt(Math.min(100_000, MIB - at));
      ServiceClass service = ServiceClass.values()[random.nextInt(5)];
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          byte[] bytes = bytes(length, random.nextLong());
          file.write(number, service, base + at, direct(bytes));
          System.arraycopy(bytes, 0, known, at, length);
        }
        case 2 -> file.announce(number, service, base + at, length);
        case 3 -> file.writeBack(number, service, base + at, length, at % 2 == 0);
        default ->
            assertThat(read(file, number, base + at, length))
                .as("seed %d, thread %d, step %d", seed, number, i)
                .isEqualTo(Arrays.copyOfRange(known, at, at + length));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void manyThreadsFindWhatTheyWrote(Engine engine) throws Exception {
    long seed = Long.getLong("tierline.seed", 1);
    int threads = 6;
    VolumeOptions few = options(engine).atMost(MIB, 4);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (Volume volume =
            open(few.bounds(ServiceClass.BALANCER, new ClassBounds(0, 1, MIB, 50 * MIB)));
        RandomAccessFile raw = file("shared")) {
      raw.setLength((long) threads * MIB);
      try (VolumeFile file = volume.open(raw.getFD())) {
        List<Future<?>> lives = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          int number = i;
          lives.add(
              pool.submit(
                  () -> {
                    live(file, number, seed, 60);
                    return null;
                  }));
        }
        for (Future<?> life : lives) {
          life.get();
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void whoeverIsInsideWhenItIsClosedGetsAnException(Engine engine) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try (RandomAccessFile raw = file("closing")) {
      raw.setLength(8 * MIB);
      for (int round = 0; round < 5; round++) {
        Volume volume = open(options(engine));
        VolumeFile file = volume.open(raw.getFD());
        AtomicBoolean begun = new AtomicBoolean();
        List<Future<Exception>> ends = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          int stream = i;
          ends.add(pool.submit(() -> readUntilItFails(file, stream, begun)));
        }
        while (!begun.get()) {
          Thread.onSpinWait();
        }
        if (round % 2 == 0) {
          volume.close();
        } else {
          file.close();
        }
        for (Future<Exception> end : ends) {
          assertThat(end.get())
              .isInstanceOfAny(ClosedChannelException.class, CancelledException.class);
        }
        volume.close();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static Exception readUntilItFails(VolumeFile file, int stream, AtomicBoolean begun) {
    try {
      while (true) {
        read(file, stream, (long) stream * MIB, MIB);
        begun.set(true);
      }
    } catch (IOException e) {
      return e;
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aCancelledStreamEndsAndOthersGoOn(Engine engine) throws Exception {
    // One at a time, of which each has its time: the others wait.
    VolumeOptions slow =
        options(engine)
            .model("hdd-16t", 1)
            .bounds(ServiceClass.BALANCER, new ClassBounds(0, 1, 0, 1));
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try (Volume volume = open(slow);
        RandomAccessFile raw = file("cancelled")) {
      raw.setLength(MIB);
      VolumeFile file = volume.open(raw.getFD());
      // As long as what the scheduler takes at a time.
      file.read(1, ServiceClass.BALANCER, 0, ByteBuffer.allocateDirect(MIB / 2));
      Future<Integer> waits =
          pool.submit(
              () -> file.read(2, ServiceClass.BALANCER, 0, ByteBuffer.allocateDirect(4096)));
      while (!waits.isDone()) {
        volume.cancelStream(2);
      }
      assertThatThrownBy(waits::get).hasCauseInstanceOf(CancelledException.class);
      Future<Integer> again =
          pool.submit(
              () -> file.read(3, ServiceClass.BALANCER, 0, ByteBuffer.allocateDirect(4096)));
      while (!again.isDone()) {
        file.cancel();
      }
      assertThatThrownBy(again::get).hasCauseInstanceOf(CancelledException.class);
      assertThat(read(file, 2, 0, 100)).hasSize(100);
      assertThat(volume.statistics().cancelled()).isEqualTo(2);
    } finally {
      pool.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anInterruptEndsNothingAndStays(Engine engine) throws IOException {
    try (Volume volume = open(options(engine));
        RandomAccessFile raw = file("interrupted")) {
      raw.setLength(MIB);
      VolumeFile file = volume.open(raw.getFD());
      Thread.currentThread().interrupt();
      assertThat(read(file, 1, 0, 1000)).hasSize(1000);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(read(file, 1, 0, 1000)).hasSize(1000);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void noDescriptorIsLeftOpen(Engine engine) throws IOException {
    open(options(engine)).close();
    try (RandomAccessFile raw = file("counted")) {
      raw.setLength(MIB);
      long before = descriptors();
      for (int i = 0; i < 50; i++) {
        try (Volume volume = open(options(engine))) {
          VolumeFile file = volume.open(raw.getFD());
          VolumeFile forgotten = volume.open(raw.getFD());
          file.announce(1, FOREGROUND, 0, MIB);
          read(forgotten, 1, 0, 1000);
          file.close();
        }
      }
      // The JVM may have opened some of its own.
      assertThat(descriptors()).isLessThan(before + 20);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Engine.class, names = "JAVA", mode = EnumSource.Mode.EXCLUDE)
  void whatCannotBeHadIsRefused(Engine engine) throws IOException {
    open(options(engine)).close();
    assertThatThrownBy(() -> Volumes.open(options(engine).policy("no such policy")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no such policy");
    assertThatThrownBy(() -> Volumes.open(options(Engine.EMULATED).model("no such disk", 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no such disk");
  }
}
