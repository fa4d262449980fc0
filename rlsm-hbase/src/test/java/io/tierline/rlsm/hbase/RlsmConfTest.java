/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class RlsmConfTest {

  private static final long FLUSH = 128L << 20;

  private final Configuration conf = new Configuration(false);

  @ParameterizedTest
  @CsvSource({
    "tierline.rlsm.partition.max.bytes, 8M",
    "tierline.rlsm.partition.max.bytes, -1",
    "tierline.rlsm.partitions, 0",
    "tierline.rlsm.slices.max, 1",
    "tierline.rlsm.run.files.min, 1",
    "tierline.rlsm.run.files.max, 2",
    "tierline.rlsm.idle.millis, soon",
    "tierline.rlsm.idle.sources, 0",
    "tierline.rlsm.space.max, 0",
    "tierline.rlsm.space.max, much",
    "tierline.rlsm.space.max, NaN",
    "tierline.rlsm.check.millis, 1",
    "tierline.rlsm.level0.blocking, 99999999999",
    "tierline.rlsm.index.max.bytes, -5",
  })
  void aWrongValueIsNamedInOneLineAndTheDefaultHolds(String key, String value) {
    RlsmConf right = RlsmConf.read(conf, FLUSH);
    conf.set(key, value);
    RlsmConf read = RlsmConf.read(conf, FLUSH);
    assertThat(read.planner()).isEqualTo(right.planner());
    assertThat(read.idleMillis()).isEqualTo(right.idleMillis());
    assertThat(read.checkMillis()).isEqualTo(right.checkMillis());
    assertThat(read.level0Blocking()).isEqualTo(right.level0Blocking());
    assertThat(read.indexMaxBytes()).isEqualTo(right.indexMaxBytes());
    assertThat(right.complaints()).isEmpty();
    assertThat(read.complaints())
        .singleElement()
        .asString()
        .contains(key, "'" + value + "'", "is used instead")
        .doesNotContain("\n");
  }

  @Test
  void hbasesMinimumOfFilesIsTheLeastRun() {
    conf.setInt("hbase.hstore.compaction.min", 5);
    assertThat(RlsmConf.read(conf, FLUSH).planner().runFilesMin()).isEqualTo(5);
  }

  @Test
  void partitionsFollowTheFlushSizeButAreNeverTiny() {
    assertThat(RlsmConf.read(conf, FLUSH).planner().partitionBytes()).isEqualTo(120L << 20);
    assertThat(RlsmConf.read(conf, 2 << 20).planner().partitionBytes()).isEqualTo(16L << 20);
  }

  @Test
  void theDefaultsFileNamesEveryKeyAndNumbersThatAreRead() throws Exception {
    RlsmConf right = RlsmConf.read(conf, FLUSH);
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    Document defaults;
    try (InputStream in = RlsmConf.class.getResourceAsStream("/rlsm-default.xml")) {
      defaults = factory.newDocumentBuilder().parse(in);
    }
    NodeList names = defaults.getElementsByTagName("name");
    NodeList values = defaults.getElementsByTagName("value");
    int ours = 0;
    for (int i = 0; i < names.getLength(); i++) {
      String value = values.item(i).getTextContent();
      if (names.item(i).getTextContent().startsWith(RlsmConf.PREFIX)) {
        ours++;
        if (value.matches("[0-9.]+")) {
          conf.set(names.item(i).getTextContent(), value);
        }
      }
    }
    assertThat(ours).isEqualTo(11);
    assertThat(RlsmConf.read(conf, FLUSH)).isEqualTo(right);
  }
}
