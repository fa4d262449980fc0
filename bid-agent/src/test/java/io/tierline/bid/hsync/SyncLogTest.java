/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.bid.delta.DeltaBlock;
import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.delta.DeltaLogOptions;
import io.tierline.bid.delta.DeltaMark;
import io.tierline.bid.delta.DeltaStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which volumes wait for a log, and when it is brought home. */
class SyncLogTest {
  private static final int LENGTH = 500;
  private static final String OTHER = "uuid=" + "ab".repeat(16) + "\nlog=/ssd/other\n";

  @TempDir private Path folder;
  private Path volume;
  private Path path;
  private final byte[] content = new byte[LENGTH];

  @BeforeEach
  void start() throws IOException {
    new Random(3).nextBytes(content);
    path = folder.resolve("log");
    volume = makeVolume("volume", "DS-1");
  }

  private Path makeVolume(String name, String storage) throws IOException {
    Path made = Files.createDirectories(folder.resolve(name));
    Files.createDirectories(made.resolve("current"));
    Files.writeString(made.resolve("current/VERSION"), "storageID=" + storage + "\n");
    return made;
  }

  private SyncLog open(boolean enabled, Path... volumes) {
    Map<String, String> keys =
        Map.of(
            "tierline.bid.delta.enabled",
            String.valueOf(enabled),
            "tierline.bid.delta.path",
            path.toString(),
            "tierline.bid.delta.size",
            "2m",
            "tierline.bid.delta.segment",
            "256k");
    return SyncLog.open(keys::get, List.of(volumes));
  }

  private static FsVolumeSpi at(Path folder) {
    return (FsVolumeSpi)
        Proxy.newProxyInstance(
            SyncLogTest.class.getClassLoader(),
            new Class<?>[] {FsVolumeSpi.class},
            (proxy, method, arguments) ->
                method.getName().equals("getBaseURI") ? folder.toUri() : null);
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

  /** A log with a block of the volume, whose disk has nothing of it; and its mark. */
  private void leaveBlockInLog() throws IOException {
    Path image = folder.resolve("image");
    byte[] mark;
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    try (RandomAccessFile data = new RandomAccessFile(volume.resolve("blk_7").toFile(), "rw");
        RandomAccessFile sums =
            new RandomAccessFile(volume.resolve("blk_7_1.meta").toFile(), "rw")) {
      try (DeltaLog log = DeltaLog.open(options());
          DeltaStream stream =
              log.stream(
                  new DeltaBlock(
                      7, 1, "BP-1", "DS-1", volume.toString(), "blk_7", "blk_7_1.meta", 512),
                  data.getFD(),
                  sums.getFD())) {
        data.write(content);
        sums.writeShort(1);
        sums.write(checksum.getHeader());
        checksum.update(content, 0, LENGTH);
        sums.writeInt((int) checksum.getValue());
        assertThat(stream.sync()).isTrue();
        Files.copy(path, image);
        mark = Files.readAllBytes(volume.resolve(DeltaMark.NAME));
      }
      data.setLength(0);
      sums.setLength(0);
    }
    Files.delete(path);
    Files.move(image, path);
    Files.write(volume.resolve(DeltaMark.NAME), mark);
  }

  /**
   * The block's first 700 bytes were synced at home, 1000 by the log; after a loss of power home
   * has 700, and the sums of 1000.
   */
  @Test
  void whatHdfsCutsWhileTheLogIsAwayIsThereWithIt() throws IOException {
    byte[] long1000 = new byte[1000];
    new Random(4).nextBytes(long1000);
    Path rbw = Files.createDirectories(volume.resolve("current/BP-1/current/rbw"));
    Path block = rbw.resolve("blk_7");
    Path away = folder.resolve("away");
    byte[] mark;
    byte[] sumsOf1000;
    try (RandomAccessFile data = new RandomAccessFile(block.toFile(), "rw");
        RandomAccessFile sums = new RandomAccessFile(rbw.resolve("blk_7_1.meta").toFile(), "rw")) {
      try (DeltaLog log = DeltaLog.open(options());
          DeltaStream stream =
              log.stream(
                  new DeltaBlock(
                      7,
                      1,
                      "BP-1",
                      "DS-1",
                      volume.toString(),
                      "current/BP-1/current/rbw/blk_7",
                      "current/BP-1/current/rbw/blk_7_1.meta",
                      512),
                  data.getFD(),
                  sums.getFD())) {
        write(long1000, 700, data, sums);
        stream.synced();
        write(long1000, 1000, data, sums);
        assertThat(stream.sync()).isTrue();
        Files.copy(path, away);
        mark = Files.readAllBytes(volume.resolve(DeltaMark.NAME));
        sumsOf1000 = Files.readAllBytes(rbw.resolve("blk_7_1.meta"));
      }
      data.setLength(700);
      assertThat(sums.length()).isEqualTo(sumsOf1000.length);
    }
    Files.delete(path);
    Files.write(volume.resolve(DeltaMark.NAME), mark);
    for (int start = 0; start < 2; start++) {
      SyncLog without = open(true, volume);
      assertThat(without.mayLack(at(volume))).isTrue();
      // As HDFS does when it looks at the block.
      try (RandomAccessFile data = new RandomAccessFile(block.toFile(), "rw")) {
        data.setLength(512);
      }
      without.close();
    }
    Files.move(away, path);
    SyncLog log = open(true, volume);
    assertThat(log.log()).isPresent();
    assertThat(log.mayLack(at(volume))).isFalse();
    assertThat(Files.readAllBytes(block)).isEqualTo(long1000);
    assertThat(volume.resolve(BlockEnds.NAME)).doesNotExist();
    log.close();
  }

  /** A block that was not cut, has a newer stamp, or is gone; and ends of another log's mark. */
  @Test
  void onlyWhatWasCutIsGivenBack() throws IOException {
    Files.writeString(volume.resolve(DeltaMark.NAME), OTHER);
    Path rbw = Files.createDirectories(volume.resolve("current/BP-1/current/rbw"));
    for (int i = 1; i <= 4; i++) {
      try (RandomAccessFile data = new RandomAccessFile(rbw.resolve("blk_" + i).toFile(), "rw");
          RandomAccessFile sums =
              new RandomAccessFile(rbw.resolve("blk_" + i + "_1.meta").toFile(), "rw")) {
        write(new byte[700], 700, data, sums);
      }
    }
    Files.write(rbw.resolve("blk_5"), content);
    Files.writeString(rbw.resolve("blk_5_1.meta"), "short");
    Files.write(rbw.resolve("blk_6"), content);
    assertThat(open(false, volume).mayLack(at(volume))).isTrue();
    cut(rbw.resolve("blk_1"), 512);
    cut(rbw.resolve("blk_2"), 400);
    cut(rbw.resolve("blk_3"), 512);
    Files.move(rbw.resolve("blk_3_1.meta"), rbw.resolve("blk_3_2.meta"));
    Files.delete(rbw.resolve("blk_4"));
    BlockEnds.restore(volume);
    assertThat(rbw.resolve("blk_1")).hasSize(700);
    assertThat(rbw.resolve("blk_2")).hasSize(400);
    assertThat(rbw.resolve("blk_3")).hasSize(512);
    assertThat(rbw.resolve("blk_4")).doesNotExist();
    assertThat(rbw.resolve("blk_5")).hasSize(LENGTH);
    cut(rbw.resolve("blk_1"), 512);
    Files.writeString(volume.resolve(DeltaMark.NAME), OTHER.replace("abab", "cdcd"));
    BlockEnds.restore(volume);
    assertThat(rbw.resolve("blk_1")).hasSize(512);
    Files.writeString(volume.resolve(BlockEnds.NAME), "torn");
    BlockEnds.restore(volume);
    Files.delete(volume.resolve(DeltaMark.NAME));
    assertThat(open(false, volume).mayLack(at(volume))).isFalse();
    assertThat(volume.resolve(BlockEnds.NAME)).doesNotExist();
  }

  private static void cut(Path file, long length) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(length);
    }
  }

  /**
   * The first bytes, with the sums that HDFS would have written; both files stand at their ends.
   */
  private static void write(byte[] bytes, int length, RandomAccessFile data, RandomAccessFile sums)
      throws IOException {
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    data.seek(0);
    data.write(bytes, 0, length);
    sums.seek(0);
    sums.writeShort(1);
    sums.write(checksum.getHeader());
    for (int at = 0; at < length; at += 512) {
      checksum.reset();
      checksum.update(bytes, at, Math.min(512, length - at));
      sums.writeInt((int) checksum.getValue());
    }
  }

  @Test
  void aVolumeThatComesBackGetsItsBlocks() throws IOException {
    leaveBlockInLog();
    Path present = makeVolume("present", "DS-2");
    Path back = folder.resolve("back");
    Files.move(volume, back);
    SyncLog log = open(true, present);
    assertThat(log.log()).as("it has blocks whose volume is away").isEmpty();
    log.adding(back);
    assertThat(log.log()).isPresent();
    assertThat(log.log().orElseThrow().recovery().replayed()).isEqualTo(1);
    assertThat(log.mayLack(at(back))).isFalse();
    assertThat(DeltaMark.of(back)).isEmpty();
    assertThat(Files.readAllBytes(back.resolve("blk_7"))).isEqualTo(content);
    log.close();
  }

  @Test
  void aVolumeWaitsForItsLogWhateverTheKeysSay() throws IOException {
    Files.writeString(volume.resolve(DeltaMark.NAME), OTHER);
    Path unmarked = makeVolume("unmarked", "DS-2");
    for (boolean enabled : new boolean[] {true, false}) {
      SyncLog log = open(enabled, unmarked, volume);
      assertThat(log.log()).isEmpty();
      assertThat(path).doesNotExist();
      assertThat(log.mayLack(at(volume))).isTrue();
      assertThat(log.mayLack(at(unmarked))).isFalse();
      assertThat(log.report().orElseThrow().held()).containsExactly(volume.toString());
      log.close();
    }
    SyncLog without = SyncLog.open(key -> null, List.of(volume));
    assertThat(without.isWanted()).isFalse();
    assertThat(without.mayLack(at(volume))).isTrue();
    Files.delete(volume.resolve(DeltaMark.NAME));
    without.adding(volume);
    assertThat(without.mayLack(at(volume))).as("given up").isFalse();
    assertThat(without.report()).isEmpty();
  }

  /** It turns no log off that other volumes use, and is left as it is. */
  @Test
  void aVolumeOfAnotherLogIsAddedAndHeldAlone() throws IOException {
    leaveBlockInLog();
    SyncLog log = open(true, volume);
    assertThat(log.log()).isPresent();
    Path moved = makeVolume("moved", "DS-3");
    Files.writeString(moved.resolve(DeltaMark.NAME), OTHER);
    log.adding(moved);
    assertThat(log.log()).isPresent();
    assertThat(log.mayLack(at(moved))).isTrue();
    assertThat(log.mayLack(at(volume))).isFalse();
    log.close();
    assertThat(moved.resolve(DeltaMark.NAME)).hasContent(OTHER.strip());
  }

  @Test
  void aLogThatIsNotWantedIsEmptiedAndItsMarksGo() throws IOException {
    leaveBlockInLog();
    SyncLog log = open(false, volume);
    assertThat(log.mayLack(at(volume))).isFalse();
    assertThat(DeltaMark.of(volume)).isEmpty();
    assertThat(Files.readAllBytes(volume.resolve("blk_7"))).isEqualTo(content);
  }

  @Test
  void lengthsThatNoLogHasAreRefused() {
    assertThat(problems("segment", "300k")).isEmpty();
    assertThat(problems("segment", String.valueOf((300 << 10) + 1)))
        .singleElement()
        .asString()
        .contains("expected a multiple of 4k from 256k to 1g");
    assertThat(problems("size", "100m"))
        .singleElement()
        .asString()
        .contains("expected room for 4 segments of 32m");
    assertThat(problems("budget", "-1")).hasSize(1);
    assertThat(problems("size", "x")).hasSize(1);
  }

  @Test
  void aPathThatIsNotAbsoluteIsRefused() {
    assertThat(problems("path", "/ssd/delta.log")).isEmpty();
    assertThat(problems("path", "")).isEmpty();
    for (String path : List.of("delta.log", "./delta.log", "file:///ssd/delta.log", "\0")) {
      assertThat(problems("path", path))
          .singleElement()
          .asString()
          .contains("tierline.bid.delta.path is '" + path + "'")
          .contains("expected the path of a file from / on");
    }
  }

  private static List<String> problems(String key, String value) {
    return DeltaKeys.problems(Map.of("tierline.bid.delta." + key, value)::get);
  }
}
