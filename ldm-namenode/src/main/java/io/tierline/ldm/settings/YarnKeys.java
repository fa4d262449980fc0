/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.settings;

import io.tierline.common.Rows;
import io.tierline.common.Setting;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Keys of the listener in the ResourceManager. */
public final class YarnKeys {
  private static final Rows ROWS = new Rows("tierline.ldm.yarn.");

  public static final Setting<Boolean> ENABLED =
      ROWS.flag("enabled", true)
          .doc(
              """
              Whether submitted MapReduce jobs are reported to the NameNode.""");

  public static final Setting<List<URI>> ADDRESSES =
      ROWS.addresses("namenode.http-addresses", "")
          .doc(
              """
              Where the NameNodes' HTTP servers are, as http://HOST:PORT or https://HOST:PORT,
              comma-separated; the active one is found by asking. Empty takes every NameNode of
              the default file system, by fs.defaultFS and by the hdfs-site.xml on the
              ResourceManager's class path.""");

  public static final Setting<String> TAG_PREFIX =
      ROWS.of("workflow.tag.prefix", "tierline", "a word", String::strip)
          .doc(
              """
              A job with a tag PREFIX:WORKFLOW/JOB is that job of that workflow, whether the
              workflow was registered or not. Taken from mapreduce.job.tags, and from YARN itself
              where the configuration cannot be read; YARN holds tags in lower case.""");

  public static final Setting<Boolean> PROXY_USER =
      ROWS.flag("proxy-user", true)
          .doc(
              """
              Whether a job's configuration is read on behalf of the job's user if the
              ResourceManager's own user may not read it. HDFS must allow this by
              hadoop.proxyuser.*. If neither is allowed, only a job's tags are known.""");

  public static final Setting<Integer> QUEUE =
      ROWS.integer("queue.size", "10000")
          .atLeast(1)
          .atMost(1 << 20)
          .doc(
              """
              Most applications that wait to be examined, most that are followed at a time,
              and most reports that wait to be sent. Any more are counted and dropped.""");

  public static final Setting<Duration> INTERVAL =
      ROWS.duration("interval", "1s")
          .doc(
              """
              How often running applications are checked for their end, and failed reports are
              sent again.""");

  public static final Setting<Duration> PATIENCE =
      ROWS.duration("report.patience", "10m")
          .doc(
              """
              How long a report is kept and retried while no NameNode accepts it.""");

  public static final Setting<Duration> TIMEOUT =
      ROWS.duration("report.timeout", "10s")
          .doc(
              """
              How long the listener waits for a NameNode to accept a connection, and for its
              answer.""");

  private YarnKeys() {}

  /** All rows, in order. */
  static List<Setting<?>> all() {
    return ROWS.all();
  }
}
