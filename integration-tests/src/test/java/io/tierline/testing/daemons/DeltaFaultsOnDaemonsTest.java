/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What an operator can do wrong, and what can break, on a DataNode of its own with keys from files:
 * it serves as stock, says so in one line, and counts it.
 */
@Tag("integration")
class DeltaFaultsOnDaemonsTest {
  private static final String DELTA = "tierline.bid.delta.";
  private static final String LOG = "TierlineBidDelta";
  private static final String DATASET = "TierlineBidDataset";
  private static final String UNAVAILABLE = "Unavailable";
  private static final String INVALID = "InvalidKeys";
  private static final String IN_USE = "hsync goes to the delta log";
  private static final int MACHINE_AT = 18;

  private static BidNode node;
  private static FaultyDevice device;
  private static int logs;

  private final Map<String, String> others = new LinkedHashMap<>();

  @BeforeAll
  static void install() throws Exception {
    node = new BidNode("faults");
    device = FaultyDevice.of(host());
    host().write("hadoop-metrics2.properties", "*.period=1\n");
    Files.createDirectories(ssd());
    host()
        .set(Host.HDFS, DELTA + "enabled", "true")
        .set(Host.HDFS, DELTA + "size", "2m")
        .set(Host.HDFS, DELTA + "segment", "256k")
        .set(Host.HDFS, DELTA + "slow", "1m")
        .set(Host.HDFS, "dfs.heartbeat.interval", "1");
    node.cluster().nameNodeHost(1).set(Host.HDFS, "dfs.heartbeat.interval", "1");
    node.start();
  }

  @AfterAll
  static void end() throws Exception {
    node.close();
  }

  @AfterEach
  void mend() throws Exception {
    node.daemon().stop();
    device.set("");
    for (Path mark : node.marks()) {
      Files.delete(mark);
    }
    others.forEach(
        (key, value) -> {
          if (value == null) {
            host().remove(Host.HDFS, key);
          } else {
            host().set(Host.HDFS, key, value);
          }
        });
  }

  private static Host host() {
    return node.host();
  }

  private static Path ssd() {
    return host().home().resolve("ssd");
  }

  /** The key has that value in this test; before is what it has in all others. */
  private void set(String key, String value, String before) {
    others.put(key, before);
    host().set(Host.HDFS, key, value);
  }

  private void use(Path log) {
    set(DELTA + "path", log.toString(), null);
  }

  /** A log that no other test has. */
  private Path useNewLog() {
    Path log = ssd().resolve("log" + logs++);
    use(log);
    return log;
  }

  private static void awaitLog() throws Exception {
    node.cluster().await("the delta log", () -> node.daemon().log().contains(IN_USE));
  }

  // ---- keys

  @Test
  void aRelativePathIsRefused() throws Exception {
    use(Path.of("delta.log"));
    node.restart();
    node.assertToldInOneLine(
        DELTA + "path is 'delta.log', expected the path of a file from / on",
        "BID schedules no volume");
    node.assertMetric(DATASET, INVALID, 1);
    assertThat(host().home().resolve("delta.log")).doesNotExist();
  }

  @Test
  void allBadKeysAreListed() throws Exception {
    use(Path.of("delta.log"));
    set(DELTA + "budget", "-1", null);
    set(DELTA + "slow", "soon", "1m");
    set(DELTA + "enabled", "yes", "true");
    set("tierline.bid.engine", "warp", null);
    node.restart();
    node.assertToldInOneLine("path is", "budget is", "slow is", "enabled is", "engine is");
    node.assertMetric(DATASET, INVALID, 5);
  }

  /** Its unfinished blocks are not cut to what the disk has, because of a key. */
  @Test
  void badKeysDoNotReleaseAVolumeThatMayNeedALog() throws Exception {
    useNewLog();
    node.restart();
    awaitLog();
    FSDataOutputStream out = node.files().create(new org.apache.hadoop.fs.Path("/open"));
    out.write(1);
    out.hsync();
    node.daemon().kill();
    set(DELTA + "slow", "soon", "1m");
    node.restart();
    assertThat(node.complaints()).hasSize(2);
    assertThat(node.complaints().get(0)).contains("slow is 'soon'");
    assertThat(node.complaints().get(1)).contains("may need the delta log");
    node.assertMetric(LOG, "VolumesHeld", 1);
    host().set(Host.HDFS, DELTA + "slow", "1m");
    node.restart();
    awaitLog();
    node.assertMetric(LOG, "BlocksRecovered", 1);
    assertThat(node.complaints()).isEmpty();
  }

  // ---- where the log is

  /**
   * A path that no log can be had at.
   *
   * @param prepare makes it
   */
  private record BadPlace(String line, Preparation prepare) {
    @Override
    public String toString() {
      return line;
    }
  }

  private interface Preparation {
    Path make(Path unused) throws IOException, InterruptedException;
  }

  static Stream<BadPlace> badPlaces() {
    return Stream.of(
        new BadPlace("No such file or directory", path -> path.resolve("in/no/folder")),
        new BadPlace("Is a directory", Files::createDirectory),
        new BadPlace("denied", path -> Path.of("/sys/tierline-bid-delta")),
        new BadPlace("it is no file", path -> Path.of("/dev/null")),
        new BadPlace("it is no delta log", path -> Files.writeString(path, "of another kind")),
        new BadPlace("would be in memory", path -> Path.of("/dev/shm").resolve("delta.log")),
        new BadPlace(
            "it is no file",
            path -> {
              assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
              return path;
            }));
  }

  @ParameterizedTest
  @MethodSource("badPlaces")
  void aPlaceThatNoLogCanBeHadAtLeavesStocksSyncs(BadPlace place) throws Exception {
    use(place.prepare().make(useNewLog()));
    node.restart();
    node.assertToldInOneLine("hsync is stock's", place.line());
    node.assertMetric(LOG, UNAVAILABLE, 1);
    node.assertMetric(LOG, "InUse", 0);
  }

  @Test
  void aLogThatTheDeviceHasNoRoomForTakesNone() throws Exception {
    Path log = useNewLog();
    set(DELTA + "size", "16000g", "2m");
    set(DELTA + "segment", "1g", "256k");
    node.restart();
    node.assertToldInOneLine("hsync is stock's", "No space left on device");
    node.assertMetric(LOG, UNAVAILABLE, 1);
    assertThat(log).doesNotExist();
    assertThat(log.resolveSibling(log.getFileName() + ".new")).doesNotExist();
  }

  @Test
  void aLogOfAnotherVersionIsLeftAlone() throws Exception {
    Path log = useNewLog();
    node.restart();
    awaitLog();
    node.daemon().stop();
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.seek(8);
      file.write(9);
    }
    byte[] before = Files.readAllBytes(log);
    node.restart();
    node.assertToldInOneLine("hsync is stock's", log.toString());
    assertThat(log).hasBinaryContent(before);
  }

  @Test
  void withoutDirectWritesTheLogIsUsedAllTheSame() throws Exception {
    Path log = useNewLog();
    device.set("path " + log + " indirect");
    node.restart();
    awaitLog();
    node.awaitServing();
    node.assertMetricAtLeast(LOG, "SyncsByLog", 1);
    assertThat(node.complaints()).isEmpty();
  }

  // ---- what breaks while it runs

  private interface Breaking {
    void doTo(Path log) throws IOException;
  }

  private record Broken(String line, Breaking how) {
    @Override
    public String toString() {
      return line;
    }
  }

  static Stream<Broken> broken() {
    return Stream.of(
        new Broken("Input/output error", log -> device.set("path " + log + " error 5")),
        new Broken("No space left on device", log -> device.set("path " + log + " error 28")),
        new Broken("Read-only file system", log -> device.set("path " + log + " error 30")),
        new Broken("timed out", log -> device.set("path " + log + " delay 3000000")),
        new Broken("No such file", Files::delete),
        new Broken("No data available", log -> cut(log, 0)),
        new Broken("No data available", log -> cut(log, 1 << 20)));
  }

  private static void cut(Path log, long length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(length);
    }
  }

  @ParameterizedTest
  @MethodSource("broken")
  void aLogThatBreaksIsGivenUp(Broken broken) throws Exception {
    Path log = useNewLog();
    set(DELTA + "slow", "1s", "1m");
    node.restart();
    awaitLog();
    List<FSDataOutputStream> open = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      open.add(node.files().create(new org.apache.hadoop.fs.Path("/broken" + i), true));
      open.get(i).write(1);
      open.get(i).hsync();
    }
    node.assertMetricAtLeast(LOG, "SyncsByLog", 3);
    broken.how().doTo(log);
    for (FSDataOutputStream out : open) {
      out.write(2);
      out.hsync();
      out.close();
    }
    node.assertToldInOneLine("hsync is stock's", "has failed", broken.line());
    node.assertMetric(LOG, UNAVAILABLE, 1);
    node.assertMetricAtLeast(LOG, "SyncsAtHome", 3);
    assertThat(node.marks()).isEmpty();
  }

  // ---- a device that hangs

  /** It neither answers nor fails: what the log has is left to the next start. */
  @Test
  void aLogWhoseDeviceHangsAtTheStartIsLikeOneThatIsAway() throws Exception {
    Path log = useNewLog();
    set(DELTA + "wait", "2s", null);
    node.restart();
    awaitLog();
    try (FSDataOutputStream out =
        node.files().create(new org.apache.hadoop.fs.Path("/hung"), true)) {
      out.write(1);
      out.hsync();
      node.daemon().kill();
    } catch (IOException e) {
      // Its only DataNode is gone.
    }
    device.set("path " + log + " hang-reads");
    node.restart();
    assertThat(device.hangs()).isTrue();
    assertThat(node.complaints()).hasSize(2);
    assertThat(node.complaints().get(0)).contains("cannot be used", "no answer for 2000 ms");
    assertThat(node.complaints().get(1)).contains("may need the delta log", "is not in use");
    node.assertMetric(LOG, UNAVAILABLE, 1);
    node.assertMetric(LOG, "VolumesHeld", 1);
    node.daemon().kill();
    device.set("");
    node.restart();
    awaitLog();
    node.assertMetric(LOG, "BlocksRecovered", 1);
    assertThat(node.complaints()).isEmpty();
  }

  /** No volume needs it: nothing is held. It hangs as it is made, begun, and at last drained. */
  @Test
  void aLogThatNoVolumeNeedsHoldsNothing() throws Exception {
    Path log = useNewLog();
    set(DELTA + "wait", "2s", null);
    device.set("path " + log + " hang");
    node.restart();
    node.assertToldInOneLine("hsync is stock's", "no answer for 2000 ms");
    node.assertMetric(LOG, UNAVAILABLE, 1);
    node.daemon().kill();
    assertThat(log).doesNotExist();
    device.set("");
    node.restart();
    awaitLog();
    node.daemon().stop();
    device.set("path " + log + " hang");
    node.restart();
    node.assertToldInOneLine("hsync is stock's", "no answer for 2000 ms");
    node.assertMetric(LOG, UNAVAILABLE, 1);
    try (FSDataOutputStream out =
        node.files().create(new org.apache.hadoop.fs.Path("/stock"), true)) {
      out.write(1);
      out.hsync();
    }
    node.daemon().kill();
    set(DELTA + "enabled", "false", "true");
    device.set("path " + log + " hang");
    node.restart();
    node.assertToldInOneLine("is off and not empty", "no answer for 2000 ms");
  }

  /** What was acknowledged meanwhile is at home soon after, whoever asks or not. */
  @Test
  void aLogThatIsOverwrittenIsGivenUp() throws Exception {
    Path log = useNewLog();
    node.restart();
    awaitLog();
    try (FSDataOutputStream out =
        node.files().create(new org.apache.hadoop.fs.Path("/overwritten"), true)) {
      out.write(1);
      out.hsync();
      node.assertMetricAtLeast(LOG, "SyncsByLog", 1);
      try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
        file.write(new byte[(int) file.length()]);
      }
      node.assertMetricAtLeast(LOG, "BlocksBroughtHome", 1);
      node.cluster().await("its end", () -> node.marks().isEmpty());
      out.write(2);
      out.hsync();
    }
    node.assertToldInOneLine("hsync is stock's", "has failed", "something else was written");
    node.assertMetric(LOG, UNAVAILABLE, 1);
  }

  // ---- the library

  private interface Library {
    /** Changes the library's bytes; null: there is none. */
    byte[] change(byte[] library) throws Exception;
  }

  private record OtherLibrary(String line, Library how) {
    @Override
    public String toString() {
      return line;
    }
  }

  static Stream<OtherLibrary> libraries() {
    return Stream.of(
        new OtherLibrary("the jar has no /META-INF/native/", library -> null),
        new OtherLibrary(
            "UnsatisfiedLinkError",
            library -> {
              // ARM's or Intel's, whichever this is not.
              library[MACHINE_AT] = (byte) (library[MACHINE_AT] == 62 ? 183 : 62);
              return library;
            }),
        // As after a copy that ended too soon: to load it would end the DataNode by a signal.
        new OtherLibrary("cut short", library -> Arrays.copyOf(library, library.length / 2)),
        new OtherLibrary("cut short", library -> new byte[0]),
        new OtherLibrary("another than this jar needs", library -> ofOtherVersion()));
  }

  private static byte[] ofOtherVersion() throws IOException, InterruptedException {
    Path source = ssd().resolve("other.c");
    String name = "Java_io_tierline_bid_volume_Native_";
    Files.writeString(
        source,
        "int %sabi(void) { return -1; } void *%sversion(void) { return 0; }".formatted(name, name));
    Path library = ssd().resolve("other.so");
    FaultyDevice.compile(source, library);
    return Files.readAllBytes(library);
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void aLibraryThatCannotBeHadIsToldOfOnce(OtherLibrary library) throws Exception {
    useNewLog();
    node.daemon().stop();
    try {
      change(library);
      node.restart();
      node.assertToldInOneLine("hsync is stock's", "its library in C is not used", library.line());
      node.assertMetric(LOG, UNAVAILABLE, 1);
      node.assertMetric(DATASET, "VolumesByJava", 1);
      set("tierline.bid.engine", "io_uring", null);
      node.restart();
      node.assertToldInOneLine("hsync is stock's", "its library in C is not used", library.line());
      node.assertMetric(DATASET, "VolumesRefused", 1);
    } finally {
      node.daemon().stop();
      host().copyJar("bid-agent", BidNode.JARS);
    }
  }

  private static void change(OtherLibrary library) throws Exception {
    Path jar;
    try (Stream<Path> jars = Files.list(host().home().resolve(BidNode.JARS))) {
      jar = jars.findFirst().orElseThrow();
    }
    try (FileSystem inside = FileSystems.newFileSystem(jar)) {
      Path file;
      try (Stream<Path> all = Files.walk(inside.getPath("META-INF/native"))) {
        file = all.filter(path -> path.endsWith("libtierline-bid.so")).findFirst().orElseThrow();
      }
      byte[] changed = library.how().change(Files.readAllBytes(file));
      if (changed == null) {
        Files.delete(file);
      } else {
        Files.write(file, changed);
      }
    }
  }

  // ---- what the system forbids

  @Test
  void whereTheKernelForbidsItsRingThreadsServe() throws Exception {
    useNewLog();
    device.set("no-io_uring");
    node.restart();
    awaitLog();
    node.assertMetric(DATASET, "VolumesByThreads", 1);
    assertThat(node.complaints()).isEmpty();
    set("tierline.bid.engine", "io_uring", null);
    node.restart();
    node.assertToldInOneLine("is served in stock's way", "Operation not permitted");
    node.assertMetric(DATASET, "VolumesRefused", 1);
  }

  @Test
  void aQueueThatMayNotBeSetStaysAsItIs() throws Exception {
    useNewLog();
    DiskInSysfs disk = DiskInSysfs.make(host());
    set("dfs.datanode.plugins", "io.tierline.bid.agent.BidAgent", null);
    set("tierline.bid.devices.sysfs", disk.sysfs().toString(), null);
    set("tierline.bid.devices.scheduler", "none", null);
    set("tierline.bid.devices.interval", "100ms", null);
    device.set("path queue/scheduler denied");
    node.restart();
    node.assertToldInOneLine("scheduler");
    node.assertMetric("TierlineBidAgent", "SettingsRefused", 1);
    assertThat(disk.scheduler()).content().startsWith("[bfq]");
  }
}
