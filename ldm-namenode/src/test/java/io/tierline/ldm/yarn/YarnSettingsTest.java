/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.live.JobState;
import io.tierline.ldm.settings.LdmKeys;
import io.tierline.ldm.settings.YarnKeys;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YarnSettingsTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void nameNodesAreThoseStatedOrThoseOfHdfs() {
    conf.set("dfs.namenode.http-address", "nn:9870");
    assertThat(YarnSettings.from(conf).nameNodes()).containsExactly(URI.create("http://nn:9870"));
    conf.set("dfs.http.policy", "HTTPS_ONLY");
    conf.set("dfs.namenode.https-address", "nn:9871");
    assertThat(YarnSettings.from(conf).nameNodes()).containsExactly(URI.create("https://nn:9871"));
    conf.unset("dfs.http.policy");
    conf.set("dfs.nameservices", "ns");
    conf.set("dfs.ha.namenodes.ns", "a,b");
    conf.set("dfs.namenode.http-address.ns.a", "localhost:1");
    conf.set("dfs.namenode.http-address.ns.b", "localhost:2");
    assertThat(YarnSettings.from(conf).nameNodes())
        .containsExactlyInAnyOrder(
            URI.create("http://localhost:1"), URI.create("http://localhost:2"));
    conf.set(YarnKeys.ADDRESSES.key(), "http://x:1, https://y:2");
    assertThat(YarnSettings.from(conf).nameNodes())
        .containsExactly(URI.create("http://x:1"), URI.create("https://y:2"));
  }

  @Test
  void nameNodeWithoutAnAddressOfItsOwnIsThatOfTheDefaultFileSystem() {
    conf.set("fs.defaultFS", "hdfs://nn:8020");
    assertThat(YarnSettings.from(conf).nameNodes()).containsExactly(URI.create("http://nn:9870"));
    conf.set("dfs.namenode.http-address", "0.0.0.0:1234");
    assertThat(YarnSettings.from(conf).nameNodes()).containsExactly(URI.create("http://nn:1234"));
    conf.set("fs.defaultFS", "s3a://bucket");
    assertThat(YarnSettings.from(conf).nameNodes()).isEmpty();
  }

  @Test
  void onlyTheNameServiceOfTheDefaultFileSystemIsTold() {
    conf.set("dfs.nameservices", "far,near");
    conf.set("dfs.ha.namenodes.near", "a,b");
    conf.set("dfs.ha.namenodes.far", "c");
    conf.set("dfs.namenode.http-address.near.a", "localhost:1");
    conf.set("dfs.namenode.rpc-address.near.b", "localhost:8020");
    conf.set("dfs.namenode.http-address.far.c", "localhost:3");
    assertThat(YarnSettings.from(conf).nameNodes())
        .containsExactlyInAnyOrder(
            URI.create("http://localhost:3"),
            URI.create("http://localhost:1"),
            URI.create("http://localhost:9870"));
    conf.set("fs.defaultFS", "hdfs://near");
    assertThat(YarnSettings.from(conf).nameNodes())
        .containsExactlyInAnyOrder(
            URI.create("http://localhost:1"), URI.create("http://localhost:9870"));
  }

  /** As in a ResourceManager: yarn-site.xml is among Hadoop's default resources, HDFS's is not. */
  @Test
  void filesOfYarnAndOfHdfsHaveTheirEffect(@TempDir Path files) throws Exception {
    Files.writeString(files.resolve("hdfs-site.xml"), site("dfs.namenode.http-address", "nn:7"));
    Files.writeString(files.resolve("yarn-site.xml"), site(YarnKeys.QUEUE.key(), "77"));
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    try (URLClassLoader withFiles = new URLClassLoader(new URL[] {files.toUri().toURL()}, own)) {
      thread.setContextClassLoader(withFiles);
      Configuration manager = new YarnConfiguration();
      YarnSettings settings = YarnSettings.from(manager);
      assertThat(settings.queueSize()).isEqualTo(77);
      assertThat(settings.nameNodes()).containsExactly(URI.create("http://nn:7"));
      assertThat(LdmKeys.RESOURCE_MANAGER.keys().stream().filter(key -> manager.get(key) != null))
          .as("nothing but what the file says")
          .containsExactly(YarnKeys.QUEUE.key());
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  private static String site(String key, String value) {
    return "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
        .formatted(key, value);
  }

  @ParameterizedTest
  @CsvSource({
    "tierline.ldm.yarn.enabled, yes",
    "tierline.ldm.yarn.proxy-user, 1",
    "tierline.ldm.yarn.interval, soon",
    "tierline.ldm.yarn.queue.size, many",
    "tierline.ldm.yarn.queue.size, 0",
    "tierline.ldm.yarn.queue.size, 99999999",
    "tierline.ldm.yarn.interval, 0",
    "tierline.ldm.yarn.report.patience, 0s",
    "tierline.ldm.yarn.report.timeout, -1s",
    "tierline.ldm.yarn.namenode.http-addresses, nn:9870",
    "tierline.ldm.yarn.namenode.http-addresses, ftp://nn:21",
  })
  void badValueIsRefusedByTheNameOfItsKey(String key, String value) {
    conf.set(key, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> YarnSettings.from(conf))
        .withMessageStartingWith(key + " is '" + value + "', expected ");
  }

  @ParameterizedTest
  @CsvSource({
    "RUNNING, UNDEFINED, RUNNING",
    "ACCEPTED, UNDEFINED, RUNNING",
    "FINISHED, SUCCEEDED, SUCCEEDED",
    "FINISHED, FAILED, FAILED",
    "FINISHED, KILLED, KILLED",
    "FAILED, FAILED, FAILED",
    "KILLED, UNDEFINED, KILLED",
  })
  void endIsWhatTheApplicationSaysOfItself(
      YarnApplicationState state, FinalApplicationStatus said, JobState expected) {
    assertThat(RmApplications.state(state, said)).isEqualTo(expected);
  }
}
