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

  /** A log with a block of the volume, whose disk has nothing of it; and its mark. */
  private void leaveBlockInLog() throws IOException {
    DeltaLogOptions options =
        new DeltaLogOptions(
            path,
            2 << 20,
            256 << 10,
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            0,
            List.of(volume));
    Path image = folder.resolve("image");
    byte[] mark;
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    try (RandomAccessFile data = new RandomAccessFile(volume.resolve("blk_7").toFile(), "rw");
        RandomAccessFile sums =
            new RandomAccessFile(volume.resolve("blk_7_1.meta").toFile(), "rw")) {
      try (DeltaLog log = DeltaLog.open(options);
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
