/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./tierline cluster} as it is typed, and what it does where it cannot do that. */
class ClusterCommandTest {
  private static final String DATA_NODE = "datanode1";
  private static final int PORTS = 30;
  private static final Pattern OOZIE =
      Pattern.compile("## Workflows of Oozie\n.*?cluster shell\n(.*?)```", Pattern.DOTALL);

  /** Ends when the workflow has, whose outputs but the last are read once more. */
  private static final String SUCCEEDS =
      """
      while oozie jobs -filter name=terasort-chain | grep -E 'PREP|RUNNING'; do :; done
      oozie jobs -filter name=terasort-chain | grep SUCCEEDED
      hdfs fsck /data/terasort/gen -files -blocks -locations | grep SSD
      hdfs fsck /data/terasort/validate -files -blocks -locations > last
      ! grep SSD last
      """;

  private static final Path LOGS = Path.of("target", "daemons");

  @TempDir private Path temporary;
  private Path folder;
  private String said;

  @BeforeEach
  void chooseFolder() throws Exception {
    folder = Files.createTempDirectory(Files.createDirectories(LOGS).toAbsolutePath(), "local-");
  }

  @AfterEach
  void stopAll() throws Exception {
    new Processes(folder).stop();
  }

  private int cluster(String... arguments) {
    List<String> all = new ArrayList<>(List.of("cluster"));
    all.addAll(List.of(arguments));
    all.addAll(2, List.of("--dir", folder.toString()));
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(output, true, UTF_8);
    int status = Tierline.ofAll(both, both).run(all.toArray(String[]::new));
    said = output.toString(UTF_8);
    return status;
  }

  private void succeed(String... arguments) {
    assertThat(cluster(arguments)).as(said).isZero();
  }

  private void assertRefused(String why, String... arguments) {
    assertThat(cluster(arguments)).as(said).isOne();
    assertThat(said).contains(why);
    assertThat(said.lines().filter(line -> line.startsWith("tierline cluster"))).hasSize(1);
  }

  /** The first of free ports below those that other tests choose from at the same time. */
  private static String firstPort() {
    return String.valueOf(
        ThreadLocalRandom.current()
            .ints(10_000, 12_000 - PORTS)
            .filter(
                first ->
                    IntStream.range(first, first + PORTS).allMatch(port -> !Clients.listens(port)))
            .findFirst()
            .orElseThrow());
  }

  @Test
  @Tag("integration")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void runsAJobAndIsStoppedWithNothingLeft() throws Exception {
    succeed("start", "--datanodes", "1", "--first-port", firstPort());
    assertThat(said).contains("7 daemons run", "LDM");
    succeed("status");
    assertRefused("runs already", "start");
    succeed("shell", "--", "bash", "-c", "hadoop jar $HADOOP_EXAMPLES teragen 100 /tmp/gen");
    succeed("shell", "--", "hdfs", "ldm", "-status");
    succeed("shell", "--", "hbase", "hbck", "-summary");

    new Processes(folder).daemons().get(DATA_NODE).destroyForcibly();
    new Processes(folder).daemons().get("hmaster1").destroyForcibly();
    assertRefused("stop it first", "start");
    succeed("stop");
    assertThat(said).contains("daemons stopped");
    assertThat(new Processes(folder).daemons()).isEmpty();
    assertThat(ProcessHandle.allProcesses().map(ProcessHandle::info))
        .noneMatch(info -> info.commandLine().orElse("").contains(folder.toString()));
    assertRefused("none runs", "status");
    succeed("stop", "--delete");
    assertThat(folder).isDirectoryNotContaining("glob:**.json");
  }

  /** By the commands of the page, as they stand there. */
  @Test
  @Tag("integration")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void workflowThatOozieRunsIsPlacedByItsLineage() throws Exception {
    succeed("start", "--oozie", "--datanodes", "1", "--first-port", firstPort());
    assertThat(said).contains("9 daemons run", "oozie1", "gateway1");
    Path tree = Path.of("..").toAbsolutePath().normalize();
    Files.createSymbolicLink(temporary.resolve("conf"), tree.resolve("conf"));
    Matcher commands = OOZIE.matcher(Files.readString(tree.resolve("docs/cluster.md")));
    assertThat(commands.find()).isTrue();
    Path script =
        Files.writeString(
            temporary.resolve("submit"),
            "set -e\ncd %s\n%s%s".formatted(temporary, commands.group(1), SUCCEEDS));
    succeed("shell", "--", "bash", script.toString());
    succeed("stop");
  }

  @Test
  @Tag("integration")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  @EnabledIfSystemProperty(named = "tierline.extended", matches = "true")
  void keepsItsDataThroughAStopAndAFailover() throws Exception {
    succeed("start", "--ha", "--stock", "--datanodes", "1", "--first-port", firstPort());
    succeed("shell", "--", "hdfs", "dfs", "-touchz", "/tmp/before");
    succeed("stop");
    succeed("start");
    succeed("shell", "--", "hdfs", "haadmin", "-failover", "nn1", "nn2");
    new Processes(folder).daemons().get("namenode2").destroyForcibly();
    // Its client asks both until one is active.
    succeed("shell", "--", "hdfs", "dfs", "-test", "-e", "/tmp/before");
    succeed("stop");
  }

  @Test
  void nothingIsStartedWhereAPortIsTaken() throws Exception {
    int first = Integer.parseInt(firstPort());
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket taken = new ServerSocket(first + 3, 1, here)) {
      String why = "port " + taken.getLocalPort() + " is in use";
      assertRefused(why, "start", "--first-port", String.valueOf(first));
    }
    assertThat(new Processes(folder).daemons()).isEmpty();
    assertRefused("no cluster is in", "status");
  }

  @Test
  void folderWithOtherFilesIsLeftAlone() throws Exception {
    Path file = Files.writeString(folder.resolve("thesis.txt"), "mine");
    assertRefused("files that are no cluster's", "start");
    assertRefused("no cluster is in", "stop", "--delete");
    assertThat(file).hasContent("mine");
  }

  @Test
  void whatIsNotThereIsSaid() {
    assertRefused("make one with ./tierline cluster start", "status");
    assertRefused("make one with ./tierline cluster start", "shell");
    folder = temporary.resolve("nowhere");
    succeed("stop");
    assertThat(said).contains("no cluster is in");
  }

  @Test
  void twoCommandsDoNotMeet() throws Exception {
    Path held = Files.createFile(folder.resolve(ClusterFolder.LOCK));
    try (FileChannel channel = FileChannel.open(held, StandardOpenOption.WRITE)) {
      channel.lock();
      assertRefused("another ./tierline cluster is at work", "stop");
    }
    succeed("stop");
    assertThat(said).contains("0 daemons stopped");
  }
}
