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
import java.lang.reflect.Field;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Keys, defaults and their description never drift apart (Hadoop: TestConfigurationFieldsBase). */
class GatewayKeysTest {
  private static Map<String, String> ofCode() throws ReflectiveOperationException {
    Map<String, String> keys = new TreeMap<>();
    for (Field field : GatewayKeys.class.getFields()) {
      if (field.getName().endsWith("_KEY")) {
        String name = field.getName().replaceFirst("_KEY$", "_DEFAULT");
        keys.put((String) field.get(null), GatewayKeys.class.getField(name).get(null).toString());
      }
    }
    return keys;
  }

  @Test
  void defaultsFileHoldsEveryKeyWithItsDefaultAndWhatItMeans() throws Exception {
    Map<String, String> ofFile = new TreeMap<>();
    try (var in =
        GatewayKeys.class.getClassLoader().getResourceAsStream(GatewayKeys.DEFAULT_RESOURCE)) {
      NodeList all =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(in)
              .getElementsByTagName("property");
      for (int i = 0; i < all.getLength(); i++) {
        Element property = (Element) all.item(i);
        ofFile.put(text(property, "name"), text(property, "value"));
        assertThat(text(property, "description"))
            .as(text(property, "name"))
            .hasSizeGreaterThan(20)
            .endsWith(".");
      }
    }
    assertThat(ofFile).isEqualTo(ofCode());
  }

  private static String text(Element element, String child) {
    return element.getElementsByTagName(child).item(0).getTextContent();
  }

  private static Configuration conf(String... keysAndValues) {
    Configuration conf = new Configuration(false);
    conf.set(GatewayKeys.NAME_NODES_KEY, "http://nn1:9870, https://nn2:9871");
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
                GatewayKeys.HTTP_ADDRESS_KEY, "127.0.0.1:1234",
                GatewayKeys.REFRESH_KEY, "2h",
                GatewayKeys.NAME_NODE_TIMEOUT_KEY, "3s"));
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
    Configuration conf = conf(GatewayKeys.OOZIE_URL_KEY, "http://oozie:11000/oozie", key, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> List.of(GatewaySettings.from(conf), OozieSettings.from(conf)))
        .withMessageContaining(key);
  }

  @Test
  void keysThatNothingReadsAreNamed() {
    assertThat(
            GatewaySettings.unknown(
                conf("tierline.gateway.oozie.ulr", "x", "tierline.gateway.admin", "ann")))
        .containsExactly("tierline.gateway.admin", "tierline.gateway.oozie.ulr");
    assertThat(GatewaySettings.unknown(conf(GatewayKeys.ADMINS_KEY, "ann"))).isEmpty();
  }

  @Test
  void gatewayThatKnowsNoNameNodeSaysSo() {
    Configuration conf = new Configuration(false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GatewaySettings.from(conf))
        .withMessageContaining(GatewayKeys.NAME_NODES_KEY);
  }

  @Test
  void keysThatWereANameNodesHoldWhereTheirNewNamesAreNotSet() {
    Configuration conf =
        conf(
            "tierline.ldm.oozie.url",
            "http://old:11000/oozie",
            "tierline.ldm.oozie.interval",
            "7s",
            GatewayKeys.OOZIE_INTERVAL_KEY,
            "8s");
    assertThat(GatewaySettings.renameOld(conf))
        .containsOnlyKeys("tierline.ldm.oozie.url", "tierline.ldm.oozie.interval")
        .containsValue(GatewayKeys.OOZIE_URL_KEY);
    OozieSettings oozie = OozieSettings.from(conf).orElseThrow();
    assertThat(oozie.url()).isEqualTo(URI.create("http://old:11000/oozie/"));
    assertThat(oozie.intervalMillis()).isEqualTo(8_000);
  }
}
