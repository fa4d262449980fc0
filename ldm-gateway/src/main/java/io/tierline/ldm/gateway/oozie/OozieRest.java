/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.lineage.LineageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;

/**
 * Oozie's documented web services (version 2), asked as the gateway's own user, for itself or for
 * another: by SPNEGO where security is on, by name where it is not. Answers are bounded in size and
 * in time.
 */
final class OozieRest implements OozieLink {
  private static final int CHUNK = 8192;
  private static final String ERROR_CODE = "oozie-error-code";
  private static final String NO_SUCH_JOB = "E0604";
  private static final String STATUSES = "status=PREP;status=RUNNING;status=SUSPENDED";
  private static final String MAKES_ACTIONS = "status=PREP;status=RUNNING;status=RUNNINGWITHERROR";
  private static final String NOT_ENDED =
      "status=WAITING;status=READY;status=SUBMITTED;status=RUNNING;status=SUSPENDED";

  private final OozieSettings settings;
  private final URLConnectionFactory connections;
  private final LongSupplier millis;

  /** In whose name; "" for the gateway's own. */
  private final String user;

  /**
   * Creates the link; nothing is asked yet.
   *
   * @param conf the cluster's configuration, for TLS
   * @param millis a clock that only goes forward, in milliseconds
   */
  OozieRest(OozieSettings settings, Configuration conf, LongSupplier millis) {
    this.settings = settings;
    this.millis = millis;
    this.connections =
        URLConnectionFactory.newDefaultURLConnectionFactory(
            settings.timeoutMillis(), settings.timeoutMillis(), conf);
    this.user = "";
  }

  private OozieRest(OozieRest other, String user) {
    this.settings = other.settings;
    this.connections = other.connections;
    this.millis = other.millis;
    this.user = user;
  }

  @Override
  public OozieLink as(String whom) {
    return settings.asUsers() ? new OozieRest(this, whom) : this;
  }

  @Override
  public String running(int offset, int length) throws IOException {
    return jobs("wf", STATUSES, offset, length);
  }

  @Override
  public String coordinators(int offset, int length) throws IOException {
    return jobs("coordinator", MAKES_ACTIONS, offset, length);
  }

  private String jobs(String type, String statuses, int offset, int length) throws IOException {
    String range = "&offset=" + offset + "&len=" + length;
    return text(get("jobs?jobtype=" + type + "&filter=" + encoded(statuses) + range));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public String coordinator(String id) throws IOException {
    String range = "&offset=1&len=" + ACTIONS_MOST;
    return text(get("job/" + id + "?show=info&filter=" + encoded(NOT_ENDED) + range));
  }

  @Override
  public String info(String id) throws IOException {
    return text(get("job/" + id + "?show=info"));
  }

  @Override
  public byte[] definition(String id) throws IOException {
    return get("job/" + id + "?show=definition");
  }

  private static String text(byte[] answer) {
    return new String(answer, StandardCharsets.UTF_8);
  }

  private byte[] get(String resource) throws IOException {
    try {
      return UserGroupInformation.getLoginUser()
          .doAs((PrivilegedExceptionAction<byte[]>) () -> getAsLoginUser(resource));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking Oozie", e);
    }
  }

  private byte[] getAsLoginUser(String resource) throws IOException {
    boolean secure = UserGroupInformation.isSecurityEnabled();
    String self = UserGroupInformation.getLoginUser().getShortUserName();
    String name = secure ? "" : "&user.name=" + encoded(self);
    String forWhom = user.isEmpty() || user.equals(self) ? "" : "&doAs=" + encoded(user);
    URI uri = settings.url().resolve("v2/" + resource + name + forWhom);
    HttpURLConnection connection = open(uri, secure);
    long deadline = millis.getAsLong() + settings.timeoutMillis();
    boolean isRead = false;
    try {
      connection.setInstanceFollowRedirects(false);
      int status = connection.getResponseCode();
      if (NO_SUCH_JOB.equals(connection.getHeaderField(ERROR_CODE))) {
        throw new UnknownJobException("Oozie knows no such job: " + resource);
      }
      boolean isDenied =
          status == HttpURLConnection.HTTP_UNAUTHORIZED
              || status == HttpURLConnection.HTTP_FORBIDDEN;
      if (isDenied && !forWhom.isEmpty()) {
        // Of this user alone: others' jobs are worth asking for.
        throw new LineageException(
            "Oozie answers %d: the gateway may not ask for %s".formatted(status, user));
      }
      if (status != HttpURLConnection.HTTP_OK) {
        throw new IOException("Oozie answers " + status + " to " + uri.getPath());
      }
      try (InputStream in = connection.getInputStream()) {
        byte[] answer = bounded(in, deadline);
        isRead = true;
        return answer;
      }
    } finally {
      if (!isRead) {
        // The next request goes the same way otherwise, as hundreds do in one look.
        connection.disconnect();
      }
    }
  }

  private HttpURLConnection open(URI uri, boolean secure) throws IOException {
    try {
      return (HttpURLConnection) connections.openConnection(uri.toURL(), secure);
    } catch (AuthenticationException e) {
      throw new IOException("not let in by " + uri.getHost() + ": " + e.getMessage(), e);
    }
  }

  private byte[] bounded(InputStream in, long deadline) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK];
    for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
      answer.write(chunk, 0, read);
      if (answer.size() > settings.answerBytes()) {
        // That is about this one job: others may be asked for.
        throw new LineageException(
            "an answer of Oozie's has more than " + settings.answerBytes() + " bytes");
      }
      if (millis.getAsLong() > deadline) {
        throw new IOException("an answer of Oozie's took more than " + settings.timeoutMillis());
      }
    }
    return answer.toByteArray();
  }
}
