/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.dist.Tarball.Alteration;
import io.tierline.testing.daemons.DaemonCluster;
import io.tierline.testing.daemons.HBaseDaemons;
import io.tierline.testing.daemons.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * From stock daemons to LDM, RLSM and BID by the tarball and the docs' commands, an upgrade, kill
 * -9 of each daemon, a delta log brought home by hand, and back, with data intact.
 */
@Tag("integration")
class TarballOnDaemonsTest {
  private static final String NAME_NODE = "namenode1";
  private static final String NODE = "datanode1";
  private static final String MASTER = HBaseDaemons.MASTER;
  private static final String REGION_SERVER = HBaseDaemons.REGION_SERVER;
  private static final List<String> OF_HADOOP = List.of(NAME_NODE, NODE);
  private static final String HADOOP_LIB = "share/hadoop/hdfs/lib";
  private static final String HBASE_LIB = "lib";
  private static final org.apache.hadoop.fs.Path SYNCED = new org.apache.hadoop.fs.Path("/synced");
  private static final int RECORDS = 20;

  /** What Hadoop's own hdfs does with a profile: its scripts are in no jar. */
  private static final String HDFS =
      """
      hadoop_add_subcommand() { :; }
      hdfs() {
        local HADOOP_SHELL_EXECNAME=hdfs profile
        for profile in "$HADOOP_HOME"/libexec/shellprofile.d/*.sh; do . "$profile"; done
        "hdfs_subcommand_$1"
        "$JAVA_HOME"/bin/java -cp "$HOST" "$HADOOP_CLASSNAME" "${@:2}"
      }
      """;

  private DaemonCluster cluster;
  private HBaseDaemons hbase;
  private UserData data;

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void stockDaemonsGetAllThreeAndGiveThemBack() throws Exception {
    Path root = Files.createDirectories(Path.of("target/daemons").toAbsolutePath());
    List<Alteration> alterations = Tarball.alterations();
    assertThat(alterations).as("in and out").hasSize(2);
    try (DaemonCluster daemons =
        new DaemonCluster(Files.createTempDirectory(root, "tarball-"), 1, 1)) {
      cluster = daemons;
      cluster.nameNodeHost(1);
      hbase = new HBaseDaemons(cluster);
      // HBase's own engine leaves what it has replaced for two minutes.
      cluster
          .host(REGION_SERVER)
          .set(HBaseDaemons.SITE, "hbase.hfile.compaction.discharger.interval", "1000");
      hbase.startZooKeeper();
      cluster.formatAndStartNameNodes();
      cluster.startDataNode(NODE);
      try (UserData users = userData(alterations.get(0).table())) {
        data = users;
        cluster.await("the DataNode", data::hasWrittenFile);
        startHBase();
        onStock();
        install();
        switchOver(alterations.get(0));
        killOneAfterTheOther();
        upgradeWhileAllAreDown();
        takeOut(alterations.get(1));
      }
    }
  }

  private UserData userData(String table) throws Exception {
    FileSystem files =
        UserGroupInformation.createRemoteUser(DaemonCluster.SUPERUSER)
            .doAs(
                (PrivilegedExceptionAction<FileSystem>)
                    () -> FileSystem.newInstance(cluster.clientConfiguration()));
    Configuration conf = HBaseConfiguration.create(cluster.clientConfiguration());
    return new UserData(files, hbase.configure(conf), table);
  }

  private void onStock() throws Exception {
    data.createTable();
    data.put();
    data.flush();
    assertIntact();
    assertThat(hasLdm()).isFalse();
    assertThat(data.filesOfRlsm()).isZero();
  }

  private void install() throws Exception {
    List<String> commands = Tarball.commands("Unpack it");
    OF_HADOOP.forEach(name -> run(commands.get(1), name));
    HBaseDaemons.HOSTS.forEach(name -> run(commands.get(2), name));
    ldmProperties().forEach(each -> set(NAME_NODE, each.getKey(), each.getValue()));
    assertThat(Tarball.datasetProperties()).containsKey("dfs.datanode.fsdataset.factory");
    Tarball.datasetProperties().forEach((key, value) -> set(NODE, key, value));
    deltaProperties().forEach((key, value) -> set(NODE, key, value));
    stopAll();
    startAll();
    cluster.await("LDM", this::hasLdm);
    cluster.await("BID", () -> cluster.daemon(NODE).log().contains("(DISK) is scheduled"));
    cluster.await("the log", () -> cluster.daemon(NODE).log().contains("hsync goes to the delta"));
    assertIntact();
  }

  private void switchOver(Alteration toRlsm) throws Exception {
    data.alter(toRlsm);
    assertIntact();
    data.put();
    data.flush();
    data.put();
    data.flush();
    assertThat(data.filesOfRlsm()).isEqualTo(2);
    data.compact();
    cluster.await("one file, RLSM's", () -> data.filesOfRlsm() == 1);
    assertIntact();
  }

  /** Each comes up again beside the others. What only its log has of the table is read from it. */
  private void killOneAfterTheOther() throws Exception {
    data.put();
    cluster.daemon(REGION_SERVER).kill();
    hbase.startRegionServer();
    assertIntact();
    cluster.daemon(MASTER).kill();
    hbase.startMaster();
    // It answers once it has all that it needs of the NameNode.
    data.flush();
    cluster.daemon(NAME_NODE).kill();
    cluster.startNameNode(1);
    cluster.await("LDM after kill -9", this::hasLdm);
    data.put();
    data.flush();
    assertIntact();
  }

  /** As if the jars of now were those of an older version; and the power had failed. */
  private void upgradeWhileAllAreDown() throws Exception {
    data.put();
    FSDataOutputStream synced = syncRecords();
    for (String name : List.of(REGION_SERVER, MASTER, NODE, NAME_NODE)) {
      cluster.daemon(name).kill();
      for (Path jar : jars(name)) {
        String old = jar.getFileName().toString().replaceFirst("-\\d.*", "-0.0.9.jar");
        Files.move(jar, jar.resolveSibling(old));
      }
    }
    cutWhatWasNotSyncedAtHome();
    List<String> commands = Tarball.commands("Upgrade");
    OF_HADOOP.forEach(name -> run(commands.get(0), name));
    HBaseDaemons.HOSTS.forEach(name -> run(commands.get(1), name));
    assertThat(jars(NAME_NODE)).hasSize(3);
    assertThat(jars(REGION_SERVER)).hasSize(1);
    bringHomeByHand();
    startAll();
    cluster.await("LDM after the upgrade", this::hasLdm);
    assertIntact();
    assertThatThrownBy(synced::close).isInstanceOf(IOException.class);
    try (DistributedFileSystem files = cluster.superuser()) {
      cluster.await("the synced file's end", () -> files.recoverLease(SYNCED));
      try (FSDataInputStream in = files.open(SYNCED)) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).isEqualTo(records());
      }
    }
  }

  /** A small log, that keeps what it has for as long as the test takes. */
  private Map<String, String> deltaProperties() {
    return Map.of(
        "tierline.bid.delta.enabled", "true",
        "tierline.bid.delta.path", deltaLog().toString(),
        "tierline.bid.delta.size", "16m",
        "tierline.bid.delta.segment", "1m",
        "tierline.bid.delta.idle", "1h");
  }

  private Path deltaLog() {
    return cluster.host(NODE).home().resolve("delta.log");
  }

  private static String records() {
    return "what a client has synced\n".repeat(RECORDS);
  }

  /** A file that stays open, each record of it synced. */
  private FSDataOutputStream syncRecords() throws Exception {
    FSDataOutputStream out = cluster.superuser().create(SYNCED);
    for (String record : records().split("(?<=\n)")) {
      out.writeBytes(record);
      out.hsync();
    }
    return out;
  }

  /** What the disk loses of the file with the power: all of it, as nothing was synced there. */
  private void cutWhatWasNotSyncedAtHome() throws IOException {
    String first = records().substring(0, records().indexOf('\n'));
    try (Stream<Path> all = Files.walk(cluster.host(NODE).home().resolve("data/disk"))) {
      List<Path> blocks =
          all.filter(file -> file.getParent().endsWith("rbw"))
              .filter(file -> !file.toString().endsWith(".meta"))
              .filter(file -> holds(file, first))
              .toList();
      assertThat(blocks).hasSize(1);
      Files.write(blocks.get(0), new byte[0]);
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).startsWith(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With no daemon there, and none of the configuration needed. */
  private void bringHomeByHand() throws Exception {
    List<String> commands = Tarball.deltaCommands();
    assertThat(commands).hasSize(2);
    String found = delta(commands.get(0));
    assertThat(found).containsPattern("(?m)^needed +[1-9]").contains("checksum", "/rbw/blk_");
    assertThat(delta(commands.get(1))).contains("brought-home", "/rbw/blk_");
    assertThat(delta(commands.get(1))).contains("has nothing that is needed");
  }

  private String delta(String commands) throws Exception {
    Tarball.Outcome outcome =
        Tarball.bash(
            HDFS + commands,
            Map.of(
                "HADOOP_HOME", cluster.host(NODE).home().toString(),
                "HOST", cluster.host(NODE).classPath(),
                "JAVA_HOME", System.getProperty("java.home"),
                "LOG", deltaLog().toString()));
    outcome.requireSuccess();
    return outcome.output();
  }

  private void takeOut(Alteration toStock) throws Exception {
    data.alter(toStock);
    DaemonCluster.Result uninstalled =
        cluster.run(
            cluster.host(NAME_NODE),
            DaemonCluster.SUPERUSER,
            "io.tierline.ldm.client.admin.LdmAdmin",
            "-uninstall");
    assertThat(uninstalled.exit()).as(uninstalled.output()).isZero();
    ldmProperties().forEach(each -> cluster.host(NAME_NODE).remove(Host.HDFS, each.getKey()));
    deltaProperties().keySet().forEach(key -> cluster.host(NODE).remove(Host.HDFS, key));
    Tarball.datasetProperties().keySet().forEach(key -> cluster.host(NODE).remove(Host.HDFS, key));
    stopAll();
    assertThat(delta(Tarball.deltaCommands().get(1))).contains("has nothing that is needed");
    String command = Tarball.commands("Take it out").get(0);
    Stream.concat(OF_HADOOP.stream(), HBaseDaemons.HOSTS.stream()).forEach(n -> run(command, n));
    assertThat(jars(NAME_NODE)).isEmpty();
    assertThat(jars(REGION_SERVER)).isEmpty();
    for (String name : List.of(NODE, REGION_SERVER)) {
      cluster.clearLog(name);
    }
    startAll();
    data.put();
    data.flush();
    assertIntact();
    data.compact();
    cluster.await("stock's compaction", () -> data.filesOfRlsm() == 0);
    assertIntact();
    assertThat(hasLdm()).isFalse();
    assertThat(cluster.daemon(NODE).log()).doesNotContain("BID");
    assertThat(cluster.daemon(REGION_SERVER).log()).doesNotContain("RLSM");
  }

  private void assertIntact() throws Exception {
    assertThat(data.fileIsIntact()).isTrue();
    assertThat(data.read()).isEqualTo(data.written());
  }

  private boolean hasLdm() {
    return cluster.get(cluster.http(1), "/ldm/v1/status").contains("READY");
  }

  /** Runs what an operator would on that host, where there is a Hadoop or an HBase. */
  private void run(String commands, String name) {
    Path home = cluster.host(name).home();
    Path none = home.resolve("none");
    boolean isHadoop = OF_HADOOP.contains(name);
    try {
      Tarball.bash(
              commands,
              Map.of(
                  "HADOOP_HOME", (isHadoop ? home : none).toString(),
                  "HBASE_HOME", (isHadoop ? none : home).toString(),
                  "TARBALL", Tarball.file().toString()))
          .requireSuccess();
    } catch (Exception e) {
      throw new IllegalStateException(name, e);
    }
  }

  private void set(String name, String key, String value) {
    cluster.host(name).set(Host.HDFS, key, value);
  }

  /** What the template, which is on the host by now, has an operator merge. */
  private Configuration ldmProperties() {
    Configuration properties = new Configuration(false);
    Path etc = cluster.host(NAME_NODE).home().resolve("etc/hadoop");
    Path template = etc.resolve("hdfs-site-ldm.xml.template");
    properties.addResource(new org.apache.hadoop.fs.Path(template.toUri()));
    assertThat(properties.size()).isPositive();
    return properties;
  }

  private List<Path> jars(String name) throws IOException {
    Path home = cluster.host(name).home();
    Path lib = home.resolve(OF_HADOOP.contains(name) ? HADOOP_LIB : HBASE_LIB);
    try (Stream<Path> files = Files.list(lib)) {
      return files.filter(file -> file.getFileName().toString().startsWith("tierline-")).toList();
    }
  }

  private void stopAll() throws Exception {
    for (String name : List.of(REGION_SERVER, MASTER, NODE, NAME_NODE)) {
      cluster.daemon(name).stop();
    }
  }

  /** HBase's daemons end where they do not find a file system. */
  private void startAll() throws Exception {
    cluster.startNameNode(1);
    cluster.startDataNode(NODE);
    cluster.await("the file", data::fileIsIntact);
    startHBase();
  }

  private void startHBase() throws IOException {
    hbase.startMaster();
    hbase.startRegionServer();
  }
}
