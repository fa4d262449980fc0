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
import java.util.Optional;

/** Keys of the Oozie server that is followed. */
public final class OozieKeys {
  private static final Rows ROWS = new Rows("tierline.ldm.oozie.");

  public static final Setting<Optional<URI>> URL =
      ROWS.of("url", "", "a URL such as http://oozie:11000/oozie", OozieKeys::url)
          .doc(
              """
              Where the web services of the Oozie server are whose running workflows are followed,
              such as http://oozie:11000/oozie. Empty: none. Only the active NameNode asks, as its
              own user: by SPNEGO where security is on, else by name.""");

  public static final Setting<Duration> INTERVAL =
      ROWS.duration("interval", "10s")
          .doc(
              """
              Time between the end of one look at Oozie and the next. While Oozie does not answer
              it doubles, up to five minutes.""");

  public static final Setting<Duration> TIMEOUT =
      ROWS.duration("timeout", "10s")
          .doc(
              """
              How long Oozie may take for an answer.""");

  public static final Setting<Integer> WORKFLOWS_MAX =
      ROWS.integer("workflows.max", "1000")
          .atLeast(1)
          .atMost(100_000)
          .doc(
              """
              Workflows of Oozie followed at a time, and as many coordinators; each costs one
              request per look. Where there are more, each user has an equal part.""");

  public static final Setting<Duration> COORDINATOR_INTERVAL =
      ROWS.duration("coordinator-interval", "1m")
          .doc(
              """
              Time between two looks at Oozie's coordinators; each that runs costs one request per
              look.""");

  public static final Setting<Duration> COORDINATOR_WINDOW =
      ROWS.duration("coordinator-window", "1d")
          .doc(
              """
              How far ahead the actions of Oozie's coordinators are known as readers and writers
              of their datasets, with the times at which they are due.""");

  public static final Setting<Integer> COORDINATOR_ACTIONS_MAX =
      ROWS.integer("coordinator-actions.max", "2000")
          .atLeast(0)
          .atMost(100_000)
          .doc(
              """
              Actions of Oozie's coordinators to come that are known at a time, at most 500 of one
              coordinator, the earliest, and where there are more of each user an equal part; each
              is a workflow by tierline.ldm.workflows.max, its jobs count by
              tierline.ldm.live.jobs.max. 0: coordinators are not asked for.""");

  public static final Setting<Long> ANSWER_MAX =
      ROWS.size("answer.max-bytes", "16m")
          .atLeast(1L << 10)
          .atMost(1L << 30)
          .doc(
              """
              Largest answer of Oozie that is read.""");

  private OozieKeys() {}

  /** All rows, in order. */
  static List<Setting<?>> all() {
    return ROWS.all();
  }

  private static Optional<URI> url(String text) {
    String url = text.strip();
    return url.isEmpty()
        ? Optional.empty()
        : Optional.of(Rows.address(url.endsWith("/") ? url : url + "/"));
  }
}
