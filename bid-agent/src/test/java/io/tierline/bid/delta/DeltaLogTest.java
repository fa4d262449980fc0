/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log with the library in C, and a block on a volume. */
class DeltaLogTest {
  private static final int CHUNK = 512;
  private static final int LENGTH = 5000;
  private static final long EINVAL = 22;

  @TempDir Path folder;
  private Path volume;
  private Path path;
  private RandomAccessFile data;
  private RandomAccessFile sums;
  private final byte[] content = new byte[LENGTH];

  @BeforeEach
  void start() throws IOException {
    new Random(1).nextBytes(content);
    path = folder.resolve("log");
    volume = Files.createDirectories(folder.resolve("volume"));
    Files.createDirectories(volume.resolve("current"));
    Files.writeString(volume.resolve("current/VERSION"), "storageID=DS-1\n");
    data = new RandomAccessFile(volume.resolve("blk_7").toFile(), "rw");
    sums = new RandomAccessFile(volume.resolve("blk_7_1.meta").toFile(), "rw");
  }

  @AfterEach
  void end() throws IOException {
    data.close();
    sums.close();
  }

  private DeltaLogOptions options() {
    return new DeltaLogOptions(
        path,
        2 << 20,
        256 << 10,
        Duration.ofMinutes(10),
        Duration.ofMinutes(10),
        0,
        List.of(volume));
  }

  private DeltaStream stream(DeltaLog log) throws IOException {
    DeltaBlock block =
        new DeltaBlock(7, 1, "BP-1", "DS-1", volume.toString(), "blk_7", "blk_7_1.meta", CHUNK);
    return log.stream(block, data.getFD(), sums.getFD());
  }

  /** The block's first bytes, with the sums that HDFS would have written. */
  private void write(int length) throws IOException {
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
    data.seek(0);
    data.write(content, 0, length);
    sums.seek(0);
    sums.writeShort(1);
    sums.write(checksum.getHeader());
    for (int at = 0; at < length; at += CHUNK) {
      checksum.reset();
      checksum.update(content, at, Math.min(CHUNK, length - at));
      sums.writeInt((int) checksum.getValue());
    }
  }

  private void loseFiles() throws IOException {
    data.setLength(0);
    sums.setLength(0);
  }

  @Test
  void whatWasSyncedComesBackWhenTheDisksHaveNothing() throws IOException {
    Path image = folder.resolve("image");
    try (DeltaLog log = DeltaLog.open(options());
        DeltaStream stream = stream(log)) {
      write(700);
      assertThat(stream.sync()).isTrue();
      write(LENGTH);
      assertThat(stream.sync()).isTrue();
      assertThat(log.statistics().syncs()).isEqualTo(2);
      Files.copy(path, image);
    }
    loseFiles();
    Files.move(image, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    try (DeltaLog log = DeltaLog.open(options())) {
      assertThat(log.recovery()).satisfies(found -> assertFound(found, 1, 1));
    }
    assertThat(Files.readAllBytes(volume.resolve("blk_7"))).isEqualTo(content);
    assertThat(sums.length()).isEqualTo(7 + 4 * 10);
  }

  @Test
  void whatWasPutIsDurableOnceItsCommitIs() throws IOException {
    try (DeltaLog log = DeltaLog.open(options())) {
      DeltaStream stream = stream(log);
      write(700);
      long first = stream.put();
      write(LENGTH);
      long second = stream.put();
      assertThat(first).isPositive();
      assertThat(second).isGreaterThanOrEqualTo(first);
      assertThat(stream.await(second)).isTrue();
      assertThat(stream.await(first)).as("before it").isTrue();
      assertThat(log.statistics().syncs()).isEqualTo(2);
      for (long none : new long[] {0, -1, second + 2}) {
        assertThatThrownBy(() -> stream.await(none)).isInstanceOf(IOException.class);
      }
      stream.close();
      assertThatThrownBy(() -> stream.await(second)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void whatWasPutGoesHomeWhenTheLogsFileIsCut() throws IOException {
    try (DeltaLog log = DeltaLog.open(options());
        DeltaStream stream = stream(log)) {
      write(700);
      assertThat(stream.sync()).isTrue();
      try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
        file.setLength(1 << 20);
      }
      write(800);
      assertThat(stream.await(stream.put())).as("by the log").isFalse();
      assertThat(log.failure()).isPresent();
      assertThat(log.statistics().homes()).isPositive();
      assertThat(stream.put()).as("taken").isZero();
    }
  }

  @Test
  void aBlockThatWasClosedNeedsTheLogNoMore() throws IOException {
    try (DeltaLog log = DeltaLog.open(options())) {
      DeltaStream stream = stream(log);
      write(LENGTH);
      assertThat(stream.sync()).isTrue();
      stream.close();
      assertThat(log.statistics().homes()).isEqualTo(1);
    }
    assertThat(DeltaLog.drain(options())).satisfies(found -> assertFound(found, 0, 0));
  }

  @Test
  void aLogThatIsClosedSendsSyncsHome() throws IOException {
    DeltaLog log = DeltaLog.open(options());
    DeltaStream stream = stream(log);
    write(10);
    assertThat(stream.sync()).isTrue();
    log.close();
    log.close();
    assertThat(stream.sync()).isFalse();
    stream.synced();
    stream.close();
    assertThat(log.statistics().syncs()).isEqualTo(1);
    assertThatThrownBy(() -> stream(log)).isInstanceOf(IOException.class);
  }

  @Test
  void drainingEmptiesIt() throws IOException {
    Path image = folder.resolve("image");
    try (DeltaLog log = DeltaLog.open(options());
        DeltaStream stream = stream(log)) {
      write(LENGTH);
      assertThat(stream.sync()).isTrue();
      Files.copy(path, image);
    }
    loseFiles();
    Files.move(image, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(DeltaLog.drain(options())).satisfies(found -> assertFound(found, 1, 1));
    assertThat(Files.readAllBytes(volume.resolve("blk_7"))).isEqualTo(content);
    assertThat(DeltaLog.drain(options())).satisfies(found -> assertFound(found, 0, 0));
  }

  @Test
  void whatCannotBeUsedIsToldAndLeftAsItIs() throws IOException {
    byte[] other = "another file".getBytes(StandardCharsets.UTF_8);
    Files.write(path, other);
    assertThatThrownBy(() -> DeltaLog.open(options())).hasMessageContaining("no delta log");
    assertThat(Files.readAllBytes(path)).isEqualTo(other);
    Files.delete(path);
    try (DeltaLog log = DeltaLog.open(options())) {
      assertThat(log.failure()).isEmpty();
      assertThatThrownBy(() -> DeltaLog.open(options())).hasMessageContaining("another process");
    }
    path = folder.resolve("missing/log");
    assertThatThrownBy(() -> DeltaLog.open(options())).isInstanceOf(IOException.class);
  }

  /** The log stays until its volume is back: no byte of it is given up. */
  @Test
  void aLogOfAVolumeThatIsNotThereIsKept() throws IOException {
    Path image = folder.resolve("image");
    try (DeltaLog log = DeltaLog.open(options());
        DeltaStream stream = stream(log)) {
      write(LENGTH);
      assertThat(stream.sync()).isTrue();
      Files.copy(path, image);
    }
    loseFiles();
    Files.writeString(volume.resolve("current/VERSION"), "storageID=DS-2\n");
    Files.move(image, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    byte[] before = Files.readAllBytes(path);
    assertThatThrownBy(() -> DeltaLog.open(options())).hasMessageContaining("it is kept");
    assertThat(Arrays.equals(Files.readAllBytes(path), before)).isTrue();
    Files.writeString(volume.resolve("current/VERSION"), "storageID=DS-1\n");
    try (DeltaLog log = DeltaLog.open(options())) {
      assertThat(log.recovery().replayed()).isEqualTo(1);
    }
    assertThat(Files.readAllBytes(volume.resolve("blk_7"))).isEqualTo(content);
  }

  private static void assertFound(DeltaRecovery found, long blocks, long replayed) {
    assertThat(found.blocks()).isEqualTo(blocks);
    assertThat(found.replayed()).isEqualTo(replayed);
  }

  @Test
  void aVolumeIsMarkedWhileItMayNeedTheLog() throws IOException {
    try (DeltaLog log = DeltaLog.open(options())) {
      DeltaStream stream = stream(log);
      assertThat(DeltaMark.of(volume)).isEmpty();
      write(700);
      assertThat(stream.sync()).isTrue();
      assertThat(DeltaMark.of(volume))
          .contains(new DeltaMark(log.recovery().uuid(), path.toString()));
      assertThat(log.recovery().uuid()).matches("[0-9a-f]{32}").isNotEqualTo("0".repeat(32));
    }
    assertThat(DeltaMark.of(volume)).as("all is home").isEmpty();
  }

  /** As after a power failure, when the log's device is not mounted, and then is. */
  /** A log that is elsewhere, which alone has the block; returns its mark, which the volume has. */
  private byte[] leaveBlockIn(Path image) throws IOException {
    byte[] mark;
    try (DeltaLog log = DeltaLog.open(options());
        DeltaStream stream = stream(log)) {
      write(LENGTH);
      assertThat(stream.sync()).isTrue();
      Files.copy(path, image);
      mark = Files.readAllBytes(volume.resolve(DeltaMark.NAME));
    }
    loseFiles();
    Files.delete(path);
    Files.write(volume.resolve(DeltaMark.NAME), mark);
    return mark;
  }

  /** What is asked for after that is nothing that changes a block, a mark or the log. */
  @Test
  void anOpeningThatIsGivenUpLeavesEverythingAsItIs() throws IOException {
    byte[] mark = leaveBlockIn(path.resolveSibling("image"));
    Files.move(path.resolveSibling("image"), path);
    byte[] before = Files.readAllBytes(path);
    DeltaOpening opening = DeltaOpening.unwatched();
    opening.giveUp();
    assertThatThrownBy(() -> DeltaLog.open(options(), opening)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> DeltaLog.drain(options(), opening)).isInstanceOf(IOException.class);
    assertThat(path).hasBinaryContent(before);
    assertThat(volume.resolve(DeltaMark.NAME)).hasBinaryContent(mark);
    assertThat(volume.resolve("blk_7")).isEmptyFile();
    DeltaOpening next = DeltaOpening.unwatched();
    try (DeltaLog log = DeltaLog.open(options(), next)) {
      assertFound(log.recovery(), 1, 1);
    }
    assertThat(next.calls()).as("of its device, all answered").isPositive().isEven();
  }

  @Test
  void aLogThatIsMissedIsNotMadeAnew() throws IOException {
    Path image = folder.resolve("image");
    byte[] mark = leaveBlockIn(image);
    assertThatThrownBy(() -> DeltaLog.open(options())).hasMessageContaining("is not there");
    assertThat(path).doesNotExist();
    assertThat(volume.resolve(DeltaMark.NAME)).hasBinaryContent(mark);
    Files.move(image, path);
    try (DeltaLog log = DeltaLog.open(options())) {
      assertFound(log.recovery(), 1, 1);
      assertThat(DeltaMark.of(volume)).isEmpty();
    }
    assertThat(Files.readAllBytes(volume.resolve("blk_7"))).isEqualTo(content);
  }

  @Test
  void anotherLogLeavesTheMarkAloneAndIsNotUsed() throws IOException {
    Files.writeString(volume.resolve(DeltaMark.NAME), "uuid=" + "ab".repeat(16) + "\nlog=/else\n");
    assertThatThrownBy(() -> DeltaLog.open(options())).hasMessageContaining("is not there");
    DeltaLogOptions elsewhere = options().with(List.of());
    try (DeltaLog log = DeltaLog.open(elsewhere);
        DeltaStream stream = stream(log)) {
      write(700);
      assertThat(stream.sync()).as("its volume cannot be marked").isFalse();
      assertThat(log.statistics().commits()).isZero();
    }
    assertThatThrownBy(() -> DeltaLog.open(options())).hasMessageContaining("is not there");
    assertThat(DeltaMark.of(volume)).contains(new DeltaMark("ab".repeat(16), "/else"));
  }

  @Test
  void aMarkThatCannotBeReadMayNameAnyLog() throws IOException {
    Files.createDirectory(volume.resolve(DeltaMark.NAME));
    assertThat(DeltaMark.of(volume)).contains(new DeltaMark("", ""));
    assertThatThrownBy(() -> DeltaLog.open(options())).isInstanceOf(IOException.class);
    assertThat(path).doesNotExist();
  }

  @Test
  void syncsGoHomeWhenTheDaysBytesAreWritten() throws IOException {
    DeltaLogOptions bounded =
        new DeltaLogOptions(
            path, 2 << 20, 256 << 10, Duration.ofMinutes(10), Duration.ofMinutes(10), 1, List.of());
    try (DeltaLog log = DeltaLog.open(bounded);
        DeltaStream stream = stream(log)) {
      write(700);
      assertThat(stream.sync()).isTrue();
      write(800);
      assertThat(stream.sync()).isFalse();
      assertThat(log.statistics().overBudget()).isEqualTo(1);
      assertThat(log.statistics().oldestMillis()).isNotNegative();
    }
  }

  private static long open(byte[] name, long[] numbers, ByteBuffer opening) {
    return DeltaNative.open(name, numbers, new byte[0][], new long[5], new String[1], opening);
  }

  @Test
  void numbersOfNothingAreErrors() {
    byte[] name = DeltaLog.bytes(path.toString());
    long[] three = new long[3];
    assertThat(DeltaNative.put(4711)).isNegative();
    assertThat(DeltaNative.await(4711, 1)).isNegative();
    assertThat(DeltaNative.synced(0)).isNegative();
    assertThat(DeltaNative.closeStream(-1)).isNegative();
    assertThat(DeltaNative.close(Long.MAX_VALUE)).isNegative();
    assertThat(DeltaNative.statistics(1, new long[1])).isNegative();
    ByteBuffer opening = ByteBuffer.allocateDirect(32).alignedSlice(8);
    assertThat(DeltaNative.open(null, null, null, null, null, null)).isNegative();
    assertThat(DeltaNative.open(name, three, new byte[0][], three, new String[1], opening))
        .isNegative();
    assertThat(open(name, new long[6], opening)).isNegative();
    for (ByteBuffer bad : Arrays.asList(null, ByteBuffer.allocate(16), opening.limit(8).slice())) {
      assertThat(open(name, options().numbers(false), bad)).isEqualTo(-EINVAL);
    }
    assertThat(DeltaNative.openStream(1, three, new byte[1][], null, null)).isNegative();
    assertThatThrownBy(
            () ->
                new DeltaLogOptions(path, 0, 1, Duration.ofMillis(1), Duration.ZERO, 0, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
