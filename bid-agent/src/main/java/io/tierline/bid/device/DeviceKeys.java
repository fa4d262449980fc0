/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.device;

import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.common.Settings;
import java.time.Duration;

/** Keys of the agent about devices. */
public final class DeviceKeys {
  private static final Rows ROWS = new Rows("tierline.bid.devices.");
  private static final int REQUESTS_MAX = 65_536;

  public static final Setting<Duration> INTERVAL =
      ROWS.duration("interval", "10s")
          .atLeast(Duration.ofMillis(100))
          .atMost(Duration.ofDays(1))
          .doc(
              """
              How often the DataNode's plug-in io.tierline.bid.agent.BidAgent looks at the
              counters of the disks below the volumes. Its rates are means of that time.""");

  public static final Setting<String> SYSFS =
      ROWS.of("sysfs", "/sys", "a path", text -> text)
          .doc(
              """
              Where the kernel's tree of devices is mounted. A container may have it
              elsewhere.""");

  public static final Setting<String> SCHEDULER =
      ROWS.of("scheduler", "", "a name", text -> text)
          .where(text -> text.matches("[a-z0-9-]{0,32}"))
          .doc(
              """
              The kernel's scheduler, such as none, of the disks below scheduled volumes. It is
              set when the DataNode starts and put back when it stops; the DataNode's user must
              be allowed to write it. If empty, it is left alone.""");

  public static final Setting<Integer> REQUESTS =
      ROWS.integer("requests", "0")
          .atLeast(0)
          .atMost(REQUESTS_MAX)
          .doc(
              """
              How many requests the kernel's queue of such a disk holds (nr_requests), set and
              put back likewise. With 0, it is left alone.""");

  /** All of them, in order. */
  public static final Settings ALL = new Settings(ROWS.all());

  private DeviceKeys() {}
}
