/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.gateway.oozie.OozieSettings;
import io.tierline.testing.SettingsFiles;
import io.tierline.testing.SettingsFiles.Section;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Keys, defaults and their description never drift apart (Hadoop: TestConfigurationFieldsBase). The
 * file of defaults and the reference in the docs say what the rows say. After a change of a row
 * {@code mvn ... -Dtest=GatewayKeysTest -Dtierline.help.write=true} writes them.
 */
class GatewayKeysTest {
  @Test
  void everyRowIsSoundAndDescribed() {
    SettingsFiles.checkRows(GatewayKeys.ALL.rows());
  }

  @Test
  void defaultsAreTheRows() throws Exception {
    SettingsFiles.checkDefaults(
        Path.of("src", "main", "resources", "tierline-gateway-default.xml"),
        List.of(
            "Defaults of the lineage gateway. Do not edit: put what you want to differ into"
                + " tierline-gateway-site.xml or hdfs-site.xml."),
        GatewayKeys.ALL.rows());
  }

  @Test
  void referenceIsTheRows() throws Exception {
    SettingsFiles.checkReference(
        Path.of("..", "docs", "settings", "gateway.md"),
        List.of(
            "# Settings of the lineage gateway",
            "",
            "Set them in the `tierline-gateway-site.xml` or the `hdfs-site.xml` of the gateway's"
                + " host, and restart it.",
            "With an invalid value the gateway does not start, and its log names all invalid"
                + " values. `hdfs ldm -check` names them beforehand."),
        "",
        List.of(new Section("All keys", GatewayKeys.ALL.rows())));
  }

  private static Configuration conf(String... keysAndValues) {
    Configuration conf = new Configuration(false);
    conf.set(GatewayKeys.NAME_NODES.key(), "http://nn1:9870, https://nn2:9871");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set(keysAndValues[i], keysAndValues[i + 1]);
    }
    return conf;
  }

  @Test
  void whatIsSetIsRead() {
    GatewaySettings settings =
        GatewaySettings.from(
            conf(
                GatewayKeys.HTTP_ADDRESS.key(), "127.0.0.1:1234",
                GatewayKeys.REFRESH.key(), "2h",
                GatewayKeys.NAME_NODE_TIMEOUT.key(), "3s"));
    assertThat(settings.http().getPort()).isEqualTo(1234);
    assertThat(settings.nameNodes())
        .containsExactly(URI.create("http://nn1:9870"), URI.create("https://nn2:9871"));
    assertThat(settings.refreshMillis()).isEqualTo(7_200_000);
    assertThat(settings.timeoutMillis()).isEqualTo(3_000);
    assertThat(OozieSettings.from(conf())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tierline.gateway.namenodes,         nn1:9870",
    "tierline.gateway.refresh,           soon",
    "tierline.gateway.namenode.timeout,  0s",
    "tierline.gateway.http-address,      nowhere",
    "tierline.gateway.oozie.url,         oozie",
    "tierline.gateway.oozie.interval,    (",
    "tierline.gateway.oozie.workflows.max, 0",
    "tierline.gateway.oozie.answer.max-bytes, 7"
  })
  void whatMakesNoSenseIsRefusedWithItsKey(String key, String value) {
    Configuration conf = conf(GatewayKeys.OOZIE_URL.key(), "http://oozie:11000/oozie", key, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GatewaySettings.from(conf))
        .withMessageContaining(key);
  }

  @Test
  void allThatMakesNoSenseIsNamedAtOnce() {
    Configuration conf =
        conf("tierline.gateway.refresh", "soon", "tierline.gateway.oozie.url", "x");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GatewaySettings.from(conf))
        .withMessageContaining("tierline.gateway.refresh is 'soon', expected a time")
        .withMessageContaining("tierline.gateway.oozie.url is 'x', expected a URL");
  }

  @Test
  void keysThatNothingReadsAreNamed() {
    assertThat(
            GatewaySettings.unknown(
                conf("tierline.gateway.oozie.ulr", "x", "tierline.gateway.nothing", "ann")))
        .hasToString(
            "[tierline.gateway.nothing,"
                + " tierline.gateway.oozie.ulr (do you mean tierline.gateway.oozie.url?)]");
    assertThat(GatewaySettings.unknown(conf(GatewayKeys.ADMINS.key(), "ann"))).isEmpty();
  }

  @Test
  void gatewayThatKnowsNoNameNodeSaysSo() {
    Configuration conf = new Configuration(false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GatewaySettings.from(conf))
        .withMessageContaining(GatewayKeys.NAME_NODES.key());
  }

  @Test
  void keysThatWereANameNodesHoldWhereTheirNewNamesAreNotSet() {
    Configuration conf =
        conf(
            "tierline.ldm.oozie.url",
            "http://old:11000/oozie",
            "tierline.ldm.oozie.interval",
            "7s",
            GatewayKeys.OOZIE_INTERVAL.key(),
            "8s");
    assertThat(GatewaySettings.renameOld(conf))
        .containsOnlyKeys("tierline.ldm.oozie.url", "tierline.ldm.oozie.interval")
        .containsValue(GatewayKeys.OOZIE_URL.key());
    OozieSettings oozie = OozieSettings.from(conf).orElseThrow();
    assertThat(oozie.url()).isEqualTo(URI.create("http://old:11000/oozie/"));
    assertThat(oozie.intervalMillis()).isEqualTo(8_000);
  }
}
