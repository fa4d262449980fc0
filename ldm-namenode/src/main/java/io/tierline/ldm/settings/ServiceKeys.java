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
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Keys of the service itself: who may do what, its requests, and the host that it runs in. */
public final class ServiceKeys {
  private static final Rows ROWS = new Rows("tierline.ldm.");

  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");

  public static final Setting<Boolean> UNTESTED_HADOOP_ALLOWED =
      ROWS.flag("untested.hadoop.allowed", false)
          .doc(
              """
              Whether LDM runs in a version of Hadoop that it was not tested with. LDM uses
              private interfaces of Hadoop, so in an untested version it stays off: the
              NameNode's log and hdfs ldm -status say so in one line, and HDFS works as stock.
              For the listener in the ResourceManager, set it in yarn-site.xml too.""");

  public static final Setting<String> ADMINS =
      ROWS.of("admins", "", "user1,user2 group1,group2", text -> text)
          .reloadable()
          .doc(
              """
              Users and groups who may register, finish and withdraw any lineage, as "user1,user2
              group1,group2". The superuser always may. Others may register lineage whose outputs
              they can write and whose inputs they can read, and change only what they
              registered.""");

  public static final Setting<Integer> LOCK_INODES =
      ROWS.integer("lock.max-inodes", "256")
          .atLeast(1)
          .atMost(1 << 20)
          .doc(
              """
              Most files and directories that LDM visits before it releases the read lock of
              the namesystem: in surveys, requests and loads of its state. Lower values delay
              others less and cost more in total; HDFS lists 1000 at a time.""");

  public static final Setting<Long> REQUEST_MAX =
      ROWS.size("request.max-bytes", "4m")
          .atLeast(1L << 10)
          .atMost(1L << 30)
          .reloadable()
          .doc(
              """
              Largest body of a REST request.""");

  public static final Setting<Integer> REQUESTS_THREADS =
      ROWS.integer("requests.threads", "8")
          .atLeast(1)
          .atMost(1_000)
          .doc(
              """
              REST requests that LDM handles at a time, on its own threads.""");

  public static final Setting<Integer> REQUESTS_WAITING =
      ROWS.integer("requests.waiting", "32")
          .atLeast(0)
          .atMost(10_000)
          .doc(
              """
              REST requests that may wait for those threads; more are answered with 503 and
              Retry-After.""");

  public static final Setting<Integer> REQUESTS_PER_USER =
      ROWS.integer("requests.per-user", "8")
          .atLeast(1)
          .atMost(10_000)
          .doc(
              """
              REST requests of one user that are in progress or wait; more are answered with
              429 and Retry-After. Requests of administrators and agents are not counted.""");

  public static final Setting<Duration> REQUESTS_TIMEOUT =
      ROWS.duration("requests.timeout", "30s")
          .doc(
              """
              Time that a REST request may take, waiting included. After that it is answered
              with 503, and its work ends as soon as it can without leaving anything half
              done.""");

  public static final Setting<Boolean> CSRF_ENABLED =
      ROWS.flag("rest-csrf.enabled", true)
          .doc(
              """
              Whether a request from a browser that changes something must carry the custom
              header, which a page of another origin cannot send without permission. Other
              clients do not need it.""");

  public static final Setting<String> CSRF_HEADER =
      ROWS.of("rest-csrf.custom-header", "X-XSRF-HEADER", "the name of a header", String::strip)
          .where(name -> HEADER.matcher(name).matches())
          .doc(
              """
              The name of that header, of letters, digits and hyphens; its value does not matter.
              LDM's own page sends it.""");

  public static final Setting<List<String>> CSRF_METHODS =
      ROWS.list(
              "rest-csrf.methods-to-ignore",
              "GET,OPTIONS,HEAD,TRACE",
              "names of methods, separated by commas")
          .doc(
              """
              HTTP methods that do not need this header, separated by commas. None of the
              default ones changes anything.""");

  public static final Setting<List<String>> CSRF_BROWSERS =
      ROWS.list(
              "rest-csrf.browser-useragents-regex",
              "^Mozilla.*,^Opera.*",
              "regular expressions, separated by commas")
          .where(ServiceKeys::areExpressions)
          .doc(
              """
              Regular expressions, separated by commas, of the User-Agent headers of browsers.""");

  private ServiceKeys() {}

  /** All rows, in order. */
  static List<Setting<?>> all() {
    return ROWS.all();
  }

  /** A pattern that is none throws, which is an illegal argument. */
  private static boolean areExpressions(List<String> texts) {
    texts.forEach(Pattern::compile);
    return true;
  }
}
