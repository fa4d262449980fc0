/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.config.Values;
import java.net.URI;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * How Oozie is asked.
 *
 * @param url of its web services, ending with a slash
 * @param intervalMillis between the end of one look and the next
 * @param timeoutMillis for each request
 * @param workflows followed at a time
 * @param answerBytes largest answer
 * @param coordinators how coordinators are followed
 */
public record OozieSettings(
    URI url,
    long intervalMillis,
    int timeoutMillis,
    int workflows,
    int answerBytes,
    Coordinators coordinators) {

  /**
   * How coordinators are followed.
   *
   * @param intervalMillis between two looks at them
   * @param windowMillis how far ahead actions are of interest
   * @param actions scheduled at a time; 0 when coordinators are not looked at
   */
  record Coordinators(long intervalMillis, long windowMillis, int actions) {
    static Coordinators from(Configuration conf) {
      return new Coordinators(
          Values.millis(
              conf,
              GatewayKeys.OOZIE_COORDINATOR_INTERVAL_KEY,
              GatewayKeys.OOZIE_COORDINATOR_INTERVAL_DEFAULT),
          Values.millis(
              conf,
              GatewayKeys.OOZIE_COORDINATOR_WINDOW_KEY,
              GatewayKeys.OOZIE_COORDINATOR_WINDOW_DEFAULT),
          (int)
              Values.number(
                  conf,
                  GatewayKeys.OOZIE_COORDINATOR_ACTIONS_MAX_KEY,
                  String.valueOf(GatewayKeys.OOZIE_COORDINATOR_ACTIONS_MAX_DEFAULT),
                  0,
                  100_000));
    }
  }

  /** The settings, checked; empty when no Oozie is to be asked. */
  public static Optional<OozieSettings> from(Configuration conf) {
    String text = Values.text(conf, GatewayKeys.OOZIE_URL_KEY, GatewayKeys.OOZIE_URL_DEFAULT);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    URI url =
        Values.web(
            conf,
            GatewayKeys.OOZIE_URL_KEY,
            text.endsWith("/") ? text : text + "/",
            "http://oozie:11000/oozie");
    long interval =
        Values.millis(conf, GatewayKeys.OOZIE_INTERVAL_KEY, GatewayKeys.OOZIE_INTERVAL_DEFAULT);
    long timeout =
        Values.millis(conf, GatewayKeys.OOZIE_TIMEOUT_KEY, GatewayKeys.OOZIE_TIMEOUT_DEFAULT);
    return Optional.of(
        new OozieSettings(
            url,
            interval,
            (int) Math.min(Integer.MAX_VALUE, timeout),
            (int)
                Values.number(
                    conf,
                    GatewayKeys.OOZIE_WORKFLOWS_MAX_KEY,
                    String.valueOf(GatewayKeys.OOZIE_WORKFLOWS_MAX_DEFAULT),
                    1,
                    100_000),
            (int)
                Values.number(
                    conf,
                    GatewayKeys.OOZIE_ANSWER_MAX_KEY,
                    GatewayKeys.OOZIE_ANSWER_MAX_DEFAULT,
                    1 << 10,
                    1 << 30),
            Coordinators.from(conf)));
  }
}
