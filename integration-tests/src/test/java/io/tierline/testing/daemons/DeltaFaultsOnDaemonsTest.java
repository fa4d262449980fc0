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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
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
  private static final String NODE = "datanode1";
  private static final String JARS = "share/hadoop/hdfs/lib";
  private static final String DELTA = "tierline.bid.delta.";
  private static final String LOG = "TierlineBidDelta";
  private static final String DATASET = "TierlineBidDataset";
  private static final String UNAVAILABLE = "Unavailable";
  private static final String INVALID = "InvalidKeys";
  private static final String IN_USE = "hsync goes to the delta log";
  private static final int MACHINE_AT = 18;
  private static final Pattern COMPLAINT = Pattern.compile("^\\S+ \\S+ (WARN|ERROR) .*BID.*$");

  private static DaemonCluster cluster;
  private static DistributedFileSystem files;
  private static FaultyDevice device;
  private static int logs;

  private final Map<String, String> others = new LinkedHashMap<>();

  @BeforeAll
  static void install() throws Exception {
    Path root = Files.createDirectories(Path.of("target/daemons"));
    cluster = new DaemonCluster(Files.createTempDirectory(root.toAbsolutePath(), "faults-"), 1, 1);
    device = FaultyDevice.of(host());
    host().write("hadoop-metrics2.properties", "*.period=1\n");
    Files.createDirectories(ssd());
    host()
        .copyJar("bid-agent", JARS)
        .set(
            Host.HDFS,
            "dfs.datanode.fsdataset.factory",
            "io.tierline.bid.dataset.TierlineDatasetFactory")
        .set(Host.HDFS, DELTA + "enabled", "true")
        .set(Host.HDFS, DELTA + "size", "2m")
        .set(Host.HDFS, DELTA + "segment", "256k")
        .set(Host.HDFS, DELTA + "slow", "1m")
        .set(Host.HDFS, "dfs.heartbeat.interval", "1");
    cluster.nameNodeHost(1).set(Host.HDFS, "dfs.heartbeat.interval", "1");
    cluster.startDataNode(NODE);
    cluster.formatAndStartNameNodes();
    files = cluster.superuser();
    cluster.awaitDataNodes(1, files);
  }

  @AfterAll
  static void end() throws Exception {
    files.close();
    cluster.close();
  }

  @AfterEach
  void mend() throws Exception {
    cluster.daemon(NODE).stop();
    device.set("");
    for (Path mark : marks()) {
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

  private static List<Path> marks() throws IOException {
    try (Stream<Path> all = Files.walk(host().home().resolve("data"))) {
      return all.filter(path -> path.endsWith("tierline-bid-delta.mark")).toList();
    }
  }

  private static Host host() {
    return cluster.host(NODE);
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

  /** Starts the DataNode again; what it has logged is of this life alone. */
  private static void restart() throws Exception {
    cluster.daemon(NODE).stop();
    cluster.clearLog(NODE);
    cluster.startDataNode(NODE);
    cluster.awaitDataNodes(1, files);
  }

  private static void awaitLog() throws Exception {
    cluster.await("the delta log", () -> cluster.daemon(NODE).log().contains(IN_USE));
  }

  private static List<String> complaints() throws IOException {
    return cluster.daemon(NODE).log().lines().filter(COMPLAINT.asMatchPredicate()).toList();
  }

  private static long metric(String source, String name) throws IOException {
    int port = files.getDataNodeStats()[0].getInfoPort();
    JsonNode beans =
        new ObjectMapper()
            .readTree(
                URI.create(
                        "http://127.0.0.1:%d/jmx?qry=Hadoop:service=DataNode,name=%s"
                            .formatted(port, source))
                    .toURL());
    return beans.at("/beans/0/" + name).asLong(-1);
  }

  /** Hadoop shows figures that are some seconds old. */
  private static void assertMetric(String source, String name, long value) throws Exception {
    cluster.await(name + " to be " + value, () -> metric(source, name) == value);
  }

  private static void assertMetricAtLeast(String source, String name, long least) throws Exception {
    cluster.await(name + " to be " + least + " or more", () -> metric(source, name) >= least);
  }

  /** One line that has all of these, no trace of a stack, and the DataNode serves. */
  private static void assertToldInOneLine(String... parts) throws Exception {
    cluster.await("a line of complaint", () -> !complaints().isEmpty());
    cluster.awaitDataNodes(1, files);
    assertThat(complaints()).singleElement().asString().contains(parts);
    assertThat(cluster.daemon(NODE).log()).doesNotContain("\tat io.tierline");
  }

  // ---- keys

  @Test
  void aRelativePathIsRefused() throws Exception {
    use(Path.of("delta.log"));
    restart();
    assertToldInOneLine(
        DELTA + "path is 'delta.log', expected the path of a file from / on",
        "BID schedules no volume");
    assertMetric(DATASET, INVALID, 1);
    assertThat(host().home().resolve("delta.log")).doesNotExist();
  }

  @Test
  void allBadKeysAreListed() throws Exception {
    use(Path.of("delta.log"));
    set(DELTA + "budget", "-1", null);
    set(DELTA + "slow", "soon", "1m");
    set(DELTA + "enabled", "yes", "true");
    set("tierline.bid.engine", "warp", null);
    restart();
    assertToldInOneLine("path is", "budget is", "slow is", "enabled is", "engine is");
    assertMetric(DATASET, INVALID, 5);
  }

  /** Its unfinished blocks are not cut to what the disk has, because of a key. */
  @Test
  void badKeysDoNotReleaseAVolumeThatMayNeedALog() throws Exception {
    useNewLog();
    restart();
    awaitLog();
    FSDataOutputStream out = files.create(new org.apache.hadoop.fs.Path("/open"));
    out.write(1);
    out.hsync();
    cluster.daemon(NODE).kill();
    set(DELTA + "slow", "soon", "1m");
    restart();
    assertThat(complaints()).hasSize(2);
    assertThat(complaints().get(0)).contains("slow is 'soon'");
    assertThat(complaints().get(1)).contains("may need the delta log");
    assertMetric(LOG, "VolumesHeld", 1);
    host().set(Host.HDFS, DELTA + "slow", "1m");
    restart();
    awaitLog();
    assertMetric(LOG, "BlocksRecovered", 1);
    assertThat(complaints()).isEmpty();
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
    restart();
    assertToldInOneLine("hsync is stock's", place.line());
    assertMetric(LOG, UNAVAILABLE, 1);
    assertMetric(LOG, "InUse", 0);
  }

  @Test
  void aLogThatTheDeviceHasNoRoomForTakesNone() throws Exception {
    Path log = useNewLog();
    set(DELTA + "size", "16000g", "2m");
    set(DELTA + "segment", "1g", "256k");
    restart();
    assertToldInOneLine("hsync is stock's", "No space left on device");
    assertMetric(LOG, UNAVAILABLE, 1);
    assertThat(log).doesNotExist();
    assertThat(log.resolveSibling(log.getFileName() + ".new")).doesNotExist();
  }

  @Test
  void aLogOfAnotherVersionIsLeftAlone() throws Exception {
    Path log = useNewLog();
    restart();
    awaitLog();
    cluster.daemon(NODE).stop();
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.seek(8);
      file.write(9);
    }
    byte[] before = Files.readAllBytes(log);
    restart();
    assertToldInOneLine("hsync is stock's", log.toString());
    assertThat(log).hasBinaryContent(before);
  }

  @Test
  void withoutDirectWritesTheLogIsUsedAllTheSame() throws Exception {
    Path log = useNewLog();
    device.set("path " + log + " indirect");
    restart();
    awaitLog();
    cluster.awaitDataNodes(1, files);
    assertMetricAtLeast(LOG, "SyncsByLog", 1);
    assertThat(complaints()).isEmpty();
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
    restart();
    awaitLog();
    List<FSDataOutputStream> open = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      open.add(files.create(new org.apache.hadoop.fs.Path("/broken" + i), true));
      open.get(i).write(1);
      open.get(i).hsync();
    }
    assertMetricAtLeast(LOG, "SyncsByLog", 3);
    broken.how().doTo(log);
    for (FSDataOutputStream out : open) {
      out.write(2);
      out.hsync();
      out.close();
    }
    assertToldInOneLine("hsync is stock's", "has failed", broken.line());
    assertMetric(LOG, UNAVAILABLE, 1);
    assertMetricAtLeast(LOG, "SyncsAtHome", 3);
    assertThat(marks()).isEmpty();
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
    cluster.daemon(NODE).stop();
    try {
      change(library);
      restart();
      assertToldInOneLine("hsync is stock's", "its library in C is not used", library.line());
      assertMetric(LOG, UNAVAILABLE, 1);
      assertMetric(DATASET, "VolumesByJava", 1);
      set("tierline.bid.engine", "io_uring", null);
      restart();
      assertToldInOneLine("hsync is stock's", "its library in C is not used", library.line());
      assertMetric(DATASET, "VolumesRefused", 1);
    } finally {
      cluster.daemon(NODE).stop();
      host().copyJar("bid-agent", JARS);
    }
  }

  private static void change(OtherLibrary library) throws Exception {
    Path jar;
    try (Stream<Path> jars = Files.list(host().home().resolve(JARS))) {
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
    restart();
    awaitLog();
    assertMetric(DATASET, "VolumesByThreads", 1);
    assertThat(complaints()).isEmpty();
    set("tierline.bid.engine", "io_uring", null);
    restart();
    assertToldInOneLine("is served in stock's way", "Operation not permitted");
    assertMetric(DATASET, "VolumesRefused", 1);
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
    restart();
    assertToldInOneLine("scheduler");
    assertMetric("TierlineBidAgent", "SettingsRefused", 1);
    assertThat(disk.scheduler()).content().startsWith("[bfq]");
  }
}
