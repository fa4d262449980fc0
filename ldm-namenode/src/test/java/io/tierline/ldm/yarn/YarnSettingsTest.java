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
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YarnSettingsTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void defaultsOfTheCodeAreThoseOfTheFile() {
    Configuration fromFile = new Configuration(false);
    fromFile.addResource(YarnKeys.DEFAULT_RESOURCE);
    assertThat(YarnSettings.from(conf)).isEqualTo(YarnSettings.from(fromFile));
    assertThat(YarnSettings.from(conf).nameNodes()).isEmpty();
  }

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
    conf.set(YarnKeys.ADDRESSES_KEY, "http://x:1, https://y:2");
    assertThat(YarnSettings.from(conf).nameNodes())
        .containsExactly(URI.create("http://x:1"), URI.create("https://y:2"));
  }

  @ParameterizedTest
  @CsvSource({
    YarnKeys.QUEUE_KEY + ", 0",
    YarnKeys.QUEUE_KEY + ", 99999999",
    YarnKeys.INTERVAL_KEY + ", 0",
    YarnKeys.PATIENCE_KEY + ", 0s",
    YarnKeys.TIMEOUT_KEY + ", -1s",
    YarnKeys.ADDRESSES_KEY + ", nn:9870",
    YarnKeys.ADDRESSES_KEY + ", ftp://nn:21",
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
