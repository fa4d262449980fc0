/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.bid.volume.ServiceClass;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of a volume in Java, against the file's own. */
class ScheduledStreamsTest {
  private static final int LENGTH = (int) ReadAhead.FIRST + (3 << 20) + 123;

  @TempDir Path directory;
  private final byte[] content = new byte[LENGTH];
  private Path path;
  private Faulty engine;
  private ScheduledVolume volume;
  private Buffers buffers;
  private long now;

  /** How long each look at the clock takes. */
  private long clockStep;

  /** How often a reader's block was suspected. */
  private int suspected;

  @BeforeEach
  void start() throws IOException {
    new Random(1).nextBytes(content);
    path = directory.resolve("blk_1");
    Files.write(path, content);
    engine = new Faulty();
    buffers = new Buffers(2);
    volume = volume(false);
  }

  private ScheduledVolume volume(boolean fromCache) {
    return new ScheduledVolume(
        "test", engine, VolumeMetrics.create("test", "/test", engine), buffers, fromCache);
  }

  @AfterEach
  void allIsGivenBack() {
    volume.retire();
    volume.retire();
    assertThat(volume.acquire()).isFalse();
    await(engine::isClosed);
    assertThat(engine.open()).isZero();
    assertThat(buffers.take()).isNotNull();
    assertThat(buffers.take()).isNotNull();
    assertThat(buffers.take()).as("as many as there were").isNull();
  }

  private InputStream open(long position, long stockFirst) throws IOException {
    assertThat(volume.acquire()).isTrue();
    FileInputStream stock = new FileInputStream(path.toFile());
    stock.skipNBytes(position);
    return new ScheduledInput(
        volume, stock, position, LENGTH, stockFirst, ServiceClass.FOREGROUND, () -> suspected++);
  }

  private long scheduled() {
    return volume.metrics().bytesReadForeground.value();
  }

  @Test
  void allOfAFileIsReadAndAnnounced() throws IOException {
    try (InputStream in = open(5, 1000)) {
      assertThat(in.available()).isEqualTo(LENGTH - 5);
      assertThat(in.read()).isEqualTo(content[5] & 0xff);
      assertThat(in.read(new byte[0])).isZero();
      assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(content, 6, LENGTH));
      assertThat(in.read()).isEqualTo(-1);
      assertThat(in.available()).isZero();
    }
    assertThat(suspected).isZero();
    long stock = volume.metrics().bytesReadStock.value();
    assertThat(stock).isBetween(1000L, 20_000L);
    assertThat(scheduled()).isEqualTo(LENGTH - 5 - stock);
    long from = 5 + stock;
    long rest = from + ReadAhead.FIRST;
    assertThat(engine.asked)
        .containsExactly(
            "announce " + from + " " + ReadAhead.FIRST, "announce " + rest + " " + (LENGTH - rest));
  }

  @Test
  void whoStopsEarlyCancels() throws IOException {
    InputStream in = open(0, 0);
    assertThat(in.readNBytes(10)).isEqualTo(Arrays.copyOf(content, 10));
    in.close();
    in.close();
    assertThat(engine.asked).containsExactly("announce 0 " + ReadAhead.FIRST, "cancel");
  }

  /** Random reads and skips, back and past the end too, give what a file's stream gives. */
  @Test
  void skipsAreTheFiles() throws IOException {
    for (int seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      try (InputStream ours = open(0, random.nextInt(2) * 4096);
          FileInputStream file = new FileInputStream(path.toFile())) {
        for (int step = 0; step < 50; step++) {
          if (random.nextInt(4) == 0) {
            long by = random.nextInt(LENGTH / 8) - Math.min(file.getChannel().position(), 9999);
            assertThat(ours.skip(by)).as("seed %d", seed).isEqualTo(file.skip(by));
          }
          byte[] bytes = new byte[random.nextInt(300_000)];
          byte[] expected = new byte[bytes.length];
          int count = ours.readNBytes(bytes, 0, bytes.length);
          assertThat(count)
              .as("seed %d", seed)
              .isEqualTo(file.readNBytes(expected, 0, bytes.length));
          assertThat(bytes).as("seed %d", seed).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void failedReadsGoOnInStocksWay() throws IOException {
    for (Throwable fault :
        new Throwable[] {
          new IOException("injected"),
          new IllegalStateException("injected"),
          new NoSuchMethodError("injected")
        }) {
      for (int reads = 0; reads < 3; reads++) {
        engine.readsLeft = reads;
        engine.fault = fault;
        long before = volume.metrics().fallbacks.value();
        try (InputStream in = open(0, 0)) {
          assertThat(in.readAllBytes()).isEqualTo(content);
        }
        assertThat(volume.metrics().fallbacks.value()).isEqualTo(before + 1);
        engine.fault = null;
        volume.succeeded();
      }
    }
  }

  @Test
  void afterFailuresInARowNothingIsTaken() throws IOException {
    for (int failure = 0; failure < ScheduledVolume.FAILURES_MAX; failure++) {
      volume.failed(new IOException("injected"));
    }
    assertThat(volume.acquire()).isFalse();
  }

  /** HDFS retires a volume whose disk has failed, and goes on though that disk does not answer. */
  @Test
  void whoRetiresOneDoesNotWaitForItsDisk() {
    engine.closing = new CountDownLatch(1);
    volume.retire();
    assertThat(engine.isClosed()).isFalse();
    engine.closing.countDown();
    await(engine::isClosed);
  }

  @Test
  void shorterFilesEndAsTheyDo() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(1 << 20);
    }
    try (InputStream in = open(0, 0)) {
      assertThat(in.readAllBytes()).hasSize(1 << 20);
    }
    assertThat(volume.metrics().fallbacks.value()).isZero();
    assertThat(suspected).isPositive();
  }

  @Test
  void withoutMemoryStockReads() throws IOException {
    try (InputStream first = open(0, 0);
        InputStream second = open(0, 0);
        InputStream third = open(0, 0)) {
      first.read();
      second.read();
      long before = scheduled();
      assertThat(third.readNBytes(1 << 20)).isEqualTo(Arrays.copyOf(content, 1 << 20));
      assertThat(scheduled()).isEqualTo(before);
    }
  }

  /** What was written just now is in the cache, wherever the file lies. */
  @Test
  void whatTheCacheHoldsIsReadFromThere() throws IOException {
    volume.retire();
    engine = new Faulty();
    volume = volume(true);
    try (InputStream in = open(0, 0)) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
    assertThat(scheduled()).isZero();
  }

  private ScheduledOutput output(FileOutputStream stock, long window) throws IOException {
    return new ScheduledOutput(
        volume, stock, window, ServiceClass.FOREGROUND, () -> now += clockStep);
  }

  private void awaitWrittenBack(long windows) {
    await(() -> volume.metrics().bytesWrittenBack.value() == windows << 20);
  }

  /** The kernel takes no more dirty data: what makes room is waited for, and was before it did. */
  @Test
  void whoIsHeldUpByTheKernelWaitsForHisWindows() throws IOException {
    assertThat(volume.acquire()).isTrue();
    try (ScheduledOutput out =
        output(new FileOutputStream(directory.resolve("blk_5").toFile()), 1 << 20)) {
      out.write(content, 0, 1 << 20);
      awaitWrittenBack(1);
      clockStep = Duration.ofMillis(30).toNanos();
      out.write(content, 0, 1 << 19);
      clockStep = 0;
      out.write(content, 0, 1 << 19);
      awaitWrittenBack(2);
      // As slow as a disk, but not for as long as the kernel has anybody sleep.
      clockStep = Duration.ofMillis(9).toNanos();
      out.write(content, 0, 1 << 20);
      awaitWrittenBack(3);
    }
    assertThat(engine.asked)
        .containsExactly(
            "writeBack 0 1048576", "writeBack 1048576 1048576 waited", "writeBack 2097152 1048576");
    await(() -> engine.open() == 0);
    assertThat(volume.metrics().bytesWrittenBackWaited.value()).isEqualTo(1 << 20);
  }

  /** A slow write of much data is none that was held up. */
  @Test
  void whoWritesAsFastAsTheCacheTakesItIsNotHeldUp() throws IOException {
    clockStep = Duration.ofMillis(11).toNanos();
    assertThat(volume.acquire()).isTrue();
    try (ScheduledOutput out =
        output(new FileOutputStream(directory.resolve("blk_6").toFile()), 4 << 20)) {
      out.write(content, 0, 4 << 20);
    }
    await(() -> engine.open() == 0);
    assertThat(engine.asked).containsExactly("writeBack 0 " + (4 << 20));
  }

  @Test
  void writtenWindowsAreWrittenBackBehindTheWriter() throws IOException {
    File file = directory.resolve("blk_2").toFile();
    FileOutputStream stock = new FileOutputStream(file);
    stock.write(content, 0, 100);
    assertThat(volume.acquire()).isTrue();
    ScheduledOutput out = output(stock, 4096);
    out.write(content[100]);
    out.write(Arrays.copyOfRange(content, 101, 4000));
    await(() -> engine.asked.isEmpty());
    out.write(content, 4000, 10_000 - 4000);
    out.write(content, 10_000, 1000);
    assertThat(out.getChannel()).isSameAs(stock.getChannel());
    assertThat(out.getChannel().position()).isEqualTo(11_000);
    out.flush();
    out.close();
    out.close();
    assertThat(stock.getChannel().isOpen()).isFalse();
    assertThat(Files.readAllBytes(file.toPath())).isEqualTo(Arrays.copyOf(content, 11_000));
    await(() -> engine.open() == 0);
    assertThat(engine.asked).containsExactly("writeBack 100 9900");
    assertThat(volume.metrics().bytesWrittenBack.value()).isEqualTo(9900);
  }

  @Test
  void failedWriteBacksAreLeftToTheKernel() throws IOException {
    engine.fault = new IOException("injected");
    File file = directory.resolve("blk_3").toFile();
    assertThat(volume.acquire()).isTrue();
    try (ScheduledOutput out = output(new FileOutputStream(file), 4096)) {
      for (int at = 0; at < 100_000; at += 5000) {
        out.write(content, at, 5000);
      }
    }
    assertThat(Files.readAllBytes(file.toPath())).isEqualTo(Arrays.copyOf(content, 100_000));
    await(() -> engine.open() == 0);
    assertThat(volume.metrics().fallbacks.value()).isEqualTo(1);
  }

  @Test
  void whatWaitsToBeWrittenBackIsBounded() throws IOException {
    engine.writingBack = new CountDownLatch(1);
    int windows = ScheduledVolume.WRITE_BACKS_WAITING_MAX + ScheduledVolume.WRITE_BACKS_AT_A_TIME;
    assertThat(volume.acquire()).isTrue();
    try (ScheduledOutput out =
        output(new FileOutputStream(directory.resolve("blk_4").toFile()), 1000)) {
      for (int i = 0; i < windows + 3; i++) {
        out.write(content, 0, 1000);
      }
    }
    engine.writingBack.countDown();
    await(() -> engine.open() == 0);
    assertThat(engine.asked).hasSize(windows).noneMatch(asked -> asked.endsWith(" waited"));
    assertThat(volume.metrics().writeBacksSkipped.value()).isEqualTo(3);
  }

  /** As where a container bounds its tasks: nothing that was taken is kept. */
  @Test
  void withoutThreadsWindowsAreLeftToTheKernel() throws IOException {
    volume.retire();
    await(engine::isClosed);
    engine = new Faulty();
    List<Thread> ends = new ArrayList<>();
    volume =
        new ScheduledVolume(
            "test",
            engine,
            VolumeMetrics.create("test", "/test", engine),
            buffers,
            false,
            work -> startable(work, ends));
    assertThat(volume.acquire()).isTrue();
    try (ScheduledOutput out =
        output(new FileOutputStream(directory.resolve("blk_5").toFile()), 1000)) {
      out.write(content, 0, 3000);
    }
    assertThat(engine.asked).isEmpty();
    assertThat(volume.metrics().writeBacksSkipped.value()).isEqualTo(1);
    // Closing gets one again.
    ends.add(Thread.currentThread());
  }

  private static Thread startable(Runnable work, List<Thread> unlessEmpty) {
    return new Thread(work) {
      @Override
      public synchronized void start() {
        if (unlessEmpty.isEmpty()) {
          throw new OutOfMemoryError("unable to create native thread");
        }
        super.start();
      }
    };
  }

  private static void await(BooleanSupplier condition) {
    long until = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }
}
