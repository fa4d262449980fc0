/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.settings.LineageKeys;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two NameNodes of the nameservice "here"; the configuration knows of "there", too. */
class OwnFileSystemsTest {
  private static OwnFileSystems here() {
    Configuration conf = new Configuration(false);
    conf.set("fs.defaultFS", "hdfs://localhost:8020");
    conf.set("dfs.nameservices", "here,there,routers");
    conf.set("dfs.nameservice.id", "here");
    conf.set("dfs.ha.namenodes.here", "nn1,nn2");
    conf.set("dfs.namenode.rpc-address.here.nn1", "localhost:8020");
    conf.set("dfs.namenode.rpc-address.here.nn2", "127.0.0.2:8020");
    conf.set("dfs.ha.namenodes.there", "nn1");
    conf.set("dfs.namenode.rpc-address.there.nn1", "127.0.0.3:8020");
    conf.set("fs.viewfs.mounttable.all.link./data", "hdfs://here/store");
    conf.set("fs.viewfs.mounttable.all.link./data/old", "hdfs://there/old");
    conf.set("fs.viewfs.mounttable.all.linkFallback", "hdfs://here/");
    conf.set("fs.viewfs.mounttable.default.link./user", "hdfs://127.0.0.2/user");
    conf.set("fs.viewfs.mounttable.bad.link./x", "relative");
    conf.set("dfs.ha.namenodes.routers", "r1");
    conf.set("dfs.namenode.rpc-address.routers.r1", "127.0.0.4:8888");
    conf.set(
        LineageKeys.FILE_SYSTEM_NAMES.key(),
        "hdfs://ns-fed/, hdfs://router1:8888,webhdfs://router1:50071");
    conf.set(LineageKeys.FILE_SYSTEM_OTHERS.key(), "hdfs://archive:8020");
    return OwnFileSystems.of(
        conf,
        List.of(InetSocketAddress.createUnresolved("localhost", 8020)),
        List.of(InetSocketAddress.createUnresolved("localhost", 9870)));
  }

  @ParameterizedTest
  @CsvSource({
    "/a",
    "hdfs://localhost:8020/a",
    "hdfs://localhost/a",
    "HDFS://LocalHost/a",
    "hdfs://here/a",
    "hdfs://127.0.0.2:8020/a",
    "hdfs://127.0.0.2/a",
    "webhdfs://localhost:9870/a",
    "webhdfs://here/a",
    "swebhdfs://here//a/",
    "viewfs://all/a",
    "hdfs://ns-fed/a",
    "hdfs://router1:8888/a",
    "webhdfs://Router1:50071/a"
  })
  void pathsOfThisClusterAreItsOwnHoweverTheyAreWritten(String path) {
    assertThat(here().localise(DatasetPath.of(path))).isEqualTo(DatasetPath.of("/a"));
  }

  @ParameterizedTest
  @CsvSource({
    "hdfs://there/a",
    "hdfs://127.0.0.3:8020/a",
    "hdfs://archive/a",
    "hdfs://archive:8020/a",
    "webhdfs://there/a",
    "hdfs://${nn}/a",
    "s3a://here/a",
    "file:/a",
    "viewfs://other/a",
    "viewfs://bad/x/a"
  })
  void pathsOfOthersAreLeftAsTheyAre(String path) {
    DatasetPath given = DatasetPath.of(path);
    assertThat(here().localise(given)).isEqualTo(given);
  }

  /** Taken for another cluster's they would be believed to concern nobody here. */
  @ParameterizedTest
  @CsvSource({
    "hdfs://localhost:9000/a",
    "hdfs://elsewhere/a",
    "hdfs://routers/a",
    "hdfs://127.0.0.4:8888/a",
    "webhdfs://router2:50071/a",
    "swebhdfs://elsewhere/a"
  })
  void pathsThatMayBeOursByANameThatIsNotKnownAreRefused(String path) {
    DatasetPath given = DatasetPath.of(path);
    assertThat(here().knows(given)).isFalse();
    assertThatThrownBy(() -> here().localise(given))
        .isInstanceOf(UnknownFileSystemException.class)
        .hasMessageContaining(given.fileSystem())
        .hasMessageContaining(LineageKeys.FILE_SYSTEM_NAMES.key())
        .hasMessageContaining(LineageKeys.FILE_SYSTEM_OTHERS.key());
  }

  @Test
  void anyOtherMayBeAllowed() {
    Configuration conf = new Configuration(false);
    conf.set(LineageKeys.FILE_SYSTEM_OTHERS.key(), "*");
    DatasetPath path = DatasetPath.of("hdfs://elsewhere/a");
    assertThat(OwnFileSystems.of(conf, List.of(), List.of()).localise(path)).isEqualTo(path);
  }

  @Test
  void nameThatIsNoneIsRefused() {
    Configuration conf = new Configuration(false);
    conf.set(LineageKeys.FILE_SYSTEM_NAMES.key(), "ns-fed");
    assertThatThrownBy(() -> OwnFileSystems.of(conf, List.of(), List.of()))
        .hasMessageContaining(LineageKeys.FILE_SYSTEM_NAMES.key())
        .hasMessageContaining("ns-fed");
  }

  @ParameterizedTest
  @CsvSource({
    "viewfs://all/data, /store",
    "viewfs://all/data/x/*, /store/x/*",
    "viewfs://all/database, /database",
    "viewfs://all/data/old/x, hdfs://there/old/x",
    "viewfs:///user/ann, /user/ann",
    "viewfs:///other, viewfs:/other"
  })
  void mountsLeadToWhereTheyAreMountedFrom(String path, String real) {
    assertThat(here().localise(DatasetPath.of(path))).isEqualTo(DatasetPath.of(real));
  }

  @ParameterizedTest
  @CsvSource({
    "/a/.snapshot/s1/b, /a/b",
    "/a/.snapshot/s1, /a",
    "/a/.snapshot, /a",
    "/.snapshot/s1, /",
    "/a/.snapshot/*/part-*, /a/part-*",
    "hdfs://here/a/.snapshot/s1, /a",
    "/.reserved/raw/a, /a",
    "/.reserved/raw, /",
    "/.reserved/raw/a/.snapshot/s1/b, /a/b",
    "/.reserved/raws/a, /.reserved/raws/a",
    "/a/.snapshots/b, /a/.snapshots/b"
  })
  void blocksAreKnownByOnePathOnly(String path, String live) {
    assertThat(here().localise(DatasetPath.of(path))).isEqualTo(DatasetPath.of(live));
  }

  @Test
  void snapshotsOfOthersAreLeftAsTheyAre() {
    DatasetPath far = DatasetPath.of("hdfs://there/a/.snapshot/s1/b");
    assertThat(here().localise(far)).isEqualTo(far);
  }

  @Test
  void clusterWithoutNameserviceKnowsItsAddress() {
    Configuration conf = new Configuration(false);
    conf.set("fs.defaultFS", "hdfs://nn:9000/");
    OwnFileSystems own = OwnFileSystems.of(conf, List.of(), List.of());
    assertThat(own.localise(DatasetPath.of("hdfs://nn:9000/a"))).isEqualTo(DatasetPath.of("/a"));
    assertThat(own.knows(DatasetPath.of("hdfs://nn/a"))).isFalse();
  }
}
