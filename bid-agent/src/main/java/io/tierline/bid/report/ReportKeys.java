/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import io.tierline.bid.dataset.DatasetKeys;
import io.tierline.bid.device.DeviceKeys;
import io.tierline.bid.hsync.DeltaKeys;
import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.common.Settings;
import io.tierline.common.UnknownKey;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Keys of the DataNode's plug-ins. */
public final class ReportKeys {
  private static final String PREFIX = "tierline.bid.";
  private static final Rows ROWS = new Rows(PREFIX + "report.");

  static final Setting<List<URI>> NAMENODES =
      ROWS.addresses("namenodes", "")
          .doc(
              """
              HTTP addresses of all NameNodes, observers included, such as
              http://nn1:9870,http://nn2:9870. The DataNode's plug-in
              io.tierline.bid.report.DeviceReporter reports its devices to them. Each NameNode
              orders replicas by the reports it received. If empty, nothing is measured or
              reported.""");

  static final Setting<Duration> INTERVAL =
      ROWS.duration("interval", "2m")
          .atMost(Duration.ofDays(1))
          .doc(
              """
              How often devices are measured and reported. LDM forgets a report after
              tierline.ldm.devices.expiry (10 min).""");

  static final Setting<Duration> TIMEOUT =
      ROWS.duration("timeout", "10s")
          .atMost(Duration.ofDays(1))
          .doc("How long a NameNode may take to be reached, and to answer.");

  /** All of them, the devices', the dataset's and the delta log's, in order. */
  public static final Settings ALL =
      new Settings(
          ROWS.all(),
          List.copyOf(DeviceKeys.ALL.rows()),
          List.copyOf(DatasetKeys.ALL.rows()),
          List.copyOf(DeltaKeys.ALL.rows()));

  private ReportKeys() {}

  /** The keys of ours that are set and that nothing reads. */
  static List<UnknownKey> unknownIn(Configuration conf) {
    List<String> set =
        conf.getPropsWithPrefix(PREFIX).keySet().stream().map(PREFIX::concat).toList();
    return UnknownKey.among(set, ALL.keys());
  }
}
