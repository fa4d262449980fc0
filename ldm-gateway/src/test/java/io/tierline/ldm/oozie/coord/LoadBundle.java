/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static io.tierline.ldm.oozie.coord.HourlyChain.END;
import static io.tierline.ldm.oozie.coord.HourlyChain.HOURS;
import static io.tierline.ldm.oozie.coord.HourlyChain.NOW;

/**
 * A bundle of one coordinator under two names, with datasets and properties in files of their own.
 */
final class LoadBundle {
  static final String BUNDLE =
      """
      <bundle-app xmlns="uri:oozie:bundle:0.2" name="bundle">
        <parameters><property><name>kind</name><value>none</value></property></parameters>
        <controls><kick-off-time>2026-03-01T00:00Z</kick-off-time></controls>
        <coordinator name="one"><app-path>${apps}/load/coordinator.xml</app-path>
          <configuration><property><name>kind</name><value>text</value></property></configuration>
        </coordinator>
        <coordinator name="two"><app-path>${apps}/load</app-path>
          <configuration><property><name>kind</name><value>upload</value></property></configuration>
        </coordinator>
        <coordinator name="off" enabled="false"><app-path>${apps}/load</app-path></coordinator>
        <coordinator name="gone"><app-path>${apps}/elsewhere</app-path></coordinator>
      </bundle-app>
      """;
  static final String LOAD =
      Plans.coordinator(
          "load-${kind}",
          HOURS,
          "${start_time}",
          END,
          "<datasets><include>${apps}/load/datasets.xml</include></datasets>"
              + Plans.writes("raw_${kind}", NOW)
              + Plans.action("${apps}/load/workflow.xml"));
  static final String DATASET_FILE =
      """
      <datasets>
        <dataset name="raw_text" frequency="${coord:hours(1)}" initial-instance="${start_time}"
            timezone="Universal">
          <uri-template>${base}/text/y=${YEAR}/m=${"$"}{MONTH + 0}</uri-template>
          <done-flag></done-flag>
        </dataset>
        <dataset name="raw_upload" frequency="${coord:hours(1)}" initial-instance="${start_time}"
            timezone="Universal">
          <uri-template>${base}/upload/h=${HOUR}</uri-template>
        </dataset>
      </datasets>
      """;
  static final String PROPERTIES =
      "\uFEFFapps = hdfs://nn/apps\r\nbase = hdfs://nn/data\r\nnameNode=hdfs://nn\r\n"
          + "start_time=2026-03-01T00:00Z\r\n"
          + "oozie.bundle.application.path = ${apps}/load/bundle.xml\r\n";

  private LoadBundle() {}

  static Plans bundle() {
    return Plans.with("x/load/datasets.xml", DATASET_FILE)
        .and("x/load/bundle.properties", PROPERTIES)
        .and("x/load/coordinator.xml", LOAD)
        .and("x/load/bundle.xml", BUNDLE);
  }
}
