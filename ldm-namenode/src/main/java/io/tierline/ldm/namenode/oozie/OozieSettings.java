/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.oozie;

import io.tierline.ldm.namenode.config.LdmKeys;
import io.tierline.ldm.namenode.config.LdmSettings;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
          LdmSettings.time(
              conf,
              LdmKeys.OOZIE_COORDINATOR_INTERVAL_KEY,
              LdmKeys.OOZIE_COORDINATOR_INTERVAL_DEFAULT,
              TimeUnit.MILLISECONDS),
          LdmSettings.time(
              conf,
              LdmKeys.OOZIE_COORDINATOR_WINDOW_KEY,
              LdmKeys.OOZIE_COORDINATOR_WINDOW_DEFAULT,
              TimeUnit.MILLISECONDS),
          LdmSettings.number(
              conf,
              LdmKeys.OOZIE_COORDINATOR_ACTIONS_MAX_KEY,
              String.valueOf(LdmKeys.OOZIE_COORDINATOR_ACTIONS_MAX_DEFAULT),
              0,
              100_000));
    }
  }

  /** The settings, checked; empty when no Oozie is to be asked. */
  public static Optional<OozieSettings> from(Configuration conf) {
    String text = conf.get(LdmKeys.OOZIE_URL_KEY, LdmKeys.OOZIE_URL_DEFAULT).trim();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    URI url =
        LdmSettings.read(
            conf,
            LdmKeys.OOZIE_URL_KEY,
            "a URL such as http://oozie:11000/oozie",
            () -> URI.create(text.endsWith("/") ? text : text + "/"),
            uri ->
                ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null);
    long interval =
        LdmSettings.time(
            conf,
            LdmKeys.OOZIE_INTERVAL_KEY,
            LdmKeys.OOZIE_INTERVAL_DEFAULT,
            TimeUnit.MILLISECONDS);
    long timeout =
        LdmSettings.time(
            conf, LdmKeys.OOZIE_TIMEOUT_KEY, LdmKeys.OOZIE_TIMEOUT_DEFAULT, TimeUnit.MILLISECONDS);
    return Optional.of(
        new OozieSettings(
            url,
            interval,
            (int) Math.min(Integer.MAX_VALUE, timeout),
            LdmSettings.number(
                conf,
                LdmKeys.OOZIE_WORKFLOWS_MAX_KEY,
                String.valueOf(LdmKeys.OOZIE_WORKFLOWS_MAX_DEFAULT),
                1,
                100_000),
            LdmSettings.number(
                conf,
                LdmKeys.OOZIE_ANSWER_MAX_KEY,
                LdmKeys.OOZIE_ANSWER_MAX_DEFAULT,
                1 << 10,
                1 << 30),
            Coordinators.from(conf)));
  }
}
