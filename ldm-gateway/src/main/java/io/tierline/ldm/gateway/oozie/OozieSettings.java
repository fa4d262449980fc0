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
 * @param asUsers whether the server is asked of a job in the name of the job's user
 * @param coordinators how coordinators are followed
 */
public record OozieSettings(
    URI url,
    long intervalMillis,
    int timeoutMillis,
    int workflows,
    int answerBytes,
    boolean asUsers,
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
          GatewayKeys.OOZIE_COORDINATOR_INTERVAL.read(conf::get).toMillis(),
          GatewayKeys.OOZIE_COORDINATOR_WINDOW.read(conf::get).toMillis(),
          GatewayKeys.OOZIE_COORDINATOR_ACTIONS_MAX.read(conf::get));
    }
  }

  /** The settings, checked; empty when no Oozie is to be asked. */
  public static Optional<OozieSettings> from(Configuration conf) {
    return GatewayKeys.OOZIE_URL
        .read(conf::get)
        .map(
            url ->
                new OozieSettings(
                    url,
                    GatewayKeys.OOZIE_INTERVAL.read(conf::get).toMillis(),
                    (int) GatewayKeys.OOZIE_TIMEOUT.read(conf::get).toMillis(),
                    GatewayKeys.OOZIE_WORKFLOWS_MAX.read(conf::get),
                    GatewayKeys.OOZIE_ANSWER_MAX.read(conf::get).intValue(),
                    GatewayKeys.OOZIE_DO_AS.read(conf::get),
                    Coordinators.from(conf)));
  }
}
