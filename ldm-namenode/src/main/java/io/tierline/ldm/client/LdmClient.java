/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.mapreduce.ApplicationReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketException;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;
import org.apache.hadoop.security.token.Token;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Talks to LDM in the active NameNode as the current user: by SPNEGO where security is on, by name
 * where it is not, exactly as a WebHDFS client does; without a ticket, as in a job, by a delegation
 * token of the user's for the NameNode. A proxy user is spoken for by its real user, which the
 * NameNode must allow ({@code hadoop.proxyuser.*}).
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LdmClient {
  private static final Logger LOG = LoggerFactory.getLogger(LdmClient.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final URI nameNode;
  private final URLConnectionFactory connections;

  /**
   * Creates a client.
   *
   * @param nameNode the NameNode's HTTP address, for example {@code http://nn:9870}
   * @param conf the cluster's configuration, for timeouts and TLS
   */
  public LdmClient(URI nameNode, Configuration conf) {
    this.nameNode = nameNode;
    this.connections = URLConnectionFactory.newDefaultURLConnectionFactory(conf);
  }

  /**
   * Registers a workflow, or replaces the one of the same id.
   *
   * @return what the NameNode made of it: its datasets with reusability and quotient
   * @throws IOException with the NameNode's one line when it refuses
   */
  public JsonNode register(Workflow workflow) throws IOException {
    return call("POST", "workflows", LineageDocument.write(workflow));
  }

  /**
   * Registers a workflow, or replaces the one of the same id, even where the NameNode asks an
   * administrator to confirm what it would do.
   */
  public JsonNode registerConfirmed(Workflow workflow) throws IOException {
    return call("POST", "workflows?confirm=true", LineageDocument.write(workflow));
  }

  /** Lists what the current user may see. */
  public JsonNode list() throws IOException {
    return call("GET", "workflows", null);
  }

  /** Asks for one workflow: its jobs, which of them have ended, its datasets. */
  public JsonNode workflow(String id) throws IOException {
    return call("GET", "workflows/" + id(id), null);
  }

  /** Withdraws a workflow; its blocks are placed by the stock policy from now on. */
  public JsonNode withdraw(String id) throws IOException {
    return call("DELETE", "workflows/" + id(id), null);
  }

  /** Says that a job has ended, so that it counts as a reader no longer. */
  public JsonNode finished(String id, String job) throws IOException {
    return call("PUT", "workflows/" + id(id) + "/finished/" + segment(job), null);
  }

  /** Tells of a YARN application; see {@link ApplicationReport}. */
  public JsonNode application(ApplicationReport report) throws IOException {
    return call("POST", "applications", report.json());
  }

  /**
   * Tells what a source of lineage has seen of jobs.
   *
   * @param reports as {@code ReportDocument} writes them
   */
  public JsonNode observations(String reports) throws IOException {
    return call("POST", "observations", reports);
  }

  /** Asks where sources of lineage disagree, as far as the current user may see it. */
  public JsonNode conflicts() throws IOException {
    return call("GET", "conflicts", null);
  }

  /** Asks the gateway for run events that wait, and for reports that the NameNode refused. */
  public JsonNode openLineage() throws IOException {
    return call("GET", "openlineage", null);
  }

  /** Asks for the jobs of the Oozie server that is followed, and what is not resolved of them. */
  public JsonNode oozie() throws IOException {
    return call("GET", "oozie", null);
  }

  /**
   * Registers several workflows, one after the other; those before one that is refused stay
   * registered, and registering all again once it is mended does no harm.
   *
   * @throws IOException telling which was refused and why
   */
  public JsonNode register(List<Workflow> workflows, boolean isConfirmed) throws IOException {
    if (workflows.size() == 1) {
      return isConfirmed ? registerConfirmed(workflows.get(0)) : register(workflows.get(0));
    }
    ObjectNode answer = MAPPER.createObjectNode();
    ArrayNode ids = answer.putArray("registered");
    for (Workflow workflow : workflows) {
      try {
        JsonNode one = isConfirmed ? registerConfirmed(workflow) : register(workflow);
        ids.add(one.path("id").asText());
      } catch (RefusedException refused) {
        throw new IOException(
            "%s: %s; the %d before it are registered"
                .formatted(workflow.id(), refused.getMessage(), ids.size()),
            refused);
      }
    }
    return answer;
  }

  /** Asks why the blocks of a path are where they are. */
  public JsonNode explain(String path) throws IOException {
    return call("GET", "explain?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8), null);
  }

  /** Reports what devices were measured to do; see {@code DeviceReportDocument}. */
  public JsonNode reportDevices(String report) throws IOException {
    return call("POST", "devices", report);
  }

  /** Asks for the ratings of all devices. */
  public JsonNode devices() throws IOException {
    return call("GET", "devices", null);
  }

  /**
   * Asks what a plan, or a workflow if it were registered, would cost and save.
   *
   * @param request as {@code WhatIfRequest} reads it
   */
  public JsonNode whatIf(String request) throws IOException {
    return call("POST", "whatif", request);
  }

  /**
   * Asks what users have of what is limited.
   *
   * @param user null for all that the current user may ask about
   */
  public JsonNode usage(String user) throws IOException {
    String about = user == null ? "" : "?user=" + URLEncoder.encode(user, StandardCharsets.UTF_8);
    return call("GET", "usage" + about, null);
  }

  /** Asks for tiers, thresholds and switches. */
  public JsonNode status() throws IOException {
    return call("GET", "status", null);
  }

  /** Asks what LDM would have done in shadow mode. */
  public JsonNode shadow() throws IOException {
    return call("GET", "shadow", null);
  }

  /** Has LDM taken out of the cluster; returns at once, and may be called again. */
  public JsonNode uninstall() throws IOException {
    return call("POST", "uninstall", "{}");
  }

  /** Asks how far that is. */
  public JsonNode uninstallation() throws IOException {
    return call("GET", "uninstall", null);
  }

  /** Has a migration plan made; nothing is moved. */
  public JsonNode plan() throws IOException {
    return call("POST", "plans", "{}");
  }

  /** Lists migration plans, newest first. */
  public JsonNode plans() throws IOException {
    return call("GET", "plans", null);
  }

  /** Asks for a migration plan with what has become of its moves. */
  public JsonNode plan(String id) throws IOException {
    return call("GET", "plans/" + id(id), null);
  }

  /** Applies a migration plan; one that has been applied stays as it is. */
  public JsonNode applyPlan(String id) throws IOException {
    return call("POST", "plans/" + id(id) + "/apply", "{}");
  }

  /** Starts no more moves of the plan until it is resumed. */
  public JsonNode pausePlan(String id) throws IOException {
    return call("POST", "plans/" + id(id) + "/pause", "{}");
  }

  /** Goes on with a plan that was paused. */
  public JsonNode resumePlan(String id) throws IOException {
    return call("POST", "plans/" + id(id) + "/resume", "{}");
  }

  /** Moves back what the plan has moved. */
  public JsonNode undoPlan(String id) throws IOException {
    return call("POST", "plans/" + id(id) + "/undo", "{}");
  }

  /** Has the NameNode read its configuration again; see what of it has come into force. */
  public JsonNode reconfigure() throws IOException {
    return call("POST", "reconfigure", "{}");
  }

  /** An id as a part of a path: one that holds a slash would name another resource. */
  private static String id(String text) {
    if (text.contains("/") || text.matches("[.]{0,2}")) {
      throw new IllegalArgumentException("'" + text + "' is no id");
    }
    return segment(text);
  }

  private static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private JsonNode call(String method, String resource, String body) throws IOException {
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    UserGroupInformation real = user.getRealUser() == null ? user : user.getRealUser();
    boolean secure = UserGroupInformation.isSecurityEnabled();
    Optional<Token<?>> token = secure ? DelegationTokens.of(user, nameNode) : Optional.empty();
    StringBuilder name = new StringBuilder(resource);
    if (token.isPresent()) {
      append(name, "delegation", token.get().encodeToUrlString());
      return call(method, nameNode.resolve("/ldm/v1/" + name).toURL(), body, user, false);
    }
    if (secure) {
      real.checkTGTAndReloginFromKeytab();
    } else {
      append(name, "user.name", real.getShortUserName());
    }
    if (!real.equals(user)) {
      append(name, "doas", user.getShortUserName());
    }
    return call(method, nameNode.resolve("/ldm/v1/" + name).toURL(), body, real, secure);
  }

  private JsonNode call(
      String method, URL url, String body, UserGroupInformation by, boolean secure)
      throws IOException {
    try {
      return by.doAs((PrivilegedExceptionAction<JsonNode>) () -> call(method, url, body, secure));
    } catch (SocketException | UnknownHostException e) {
      String where = url.getHost() + ":" + url.getPort();
      throw new IOException(where + " cannot be reached: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking " + url.getHost());
    }
  }

  private static void append(StringBuilder resource, String parameter, String value) {
    resource.append(resource.indexOf("?") < 0 ? '?' : '&');
    resource.append(parameter).append('=').append(segment(value));
  }

  private JsonNode call(String method, URL url, String body, boolean secure) throws IOException {
    HttpURLConnection connection = open(url, secure);
    connection.setRequestMethod(method);
    if (body != null) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body.getBytes(StandardCharsets.UTF_8));
      }
    }
    boolean isRead = false;
    int status = connection.getResponseCode();
    boolean refused = status >= HttpURLConnection.HTTP_BAD_REQUEST;
    try (InputStream in = refused ? connection.getErrorStream() : connection.getInputStream()) {
      byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
      isRead = true;
      if (refused) {
        throw new RefusedException(status, reason(status, bytes, url));
      }
      return MAPPER.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw new IOException(noLdmAt(url), e);
    } finally {
      if (!isRead) {
        // One that was read to its end takes the next request.
        connection.disconnect();
      }
    }
  }

  private HttpURLConnection open(URL url, boolean secure) throws IOException {
    try {
      return (HttpURLConnection) connections.openConnection(url, secure);
    } catch (AuthenticationException e) {
      throw new IOException("not let in by " + url.getHost() + ": " + e.getMessage(), e);
    }
  }

  /** What LDM says; a page of HTML is by somebody else, and tells an administrator nothing. */
  private static String reason(int status, byte[] body, URL url) {
    try {
      JsonNode message = MAPPER.readTree(body).path("RemoteException").path("message");
      if (!message.isMissingNode()) {
        return message.asText();
      }
    } catch (IOException notJson) {
      LOG.debug("{} answered {} and no JSON", url, status, notJson);
    }
    return status == HttpURLConnection.HTTP_NOT_FOUND
        ? noLdmAt(url)
        : url.getHost() + ":" + url.getPort() + " did not let it through to LDM";
  }

  private static String noLdmAt(URL url) {
    return url.getHost()
        + ":"
        + url.getPort()
        + " has no LDM: it is not a NameNode's web address, or that NameNode runs without"
        + " tierline-ldm-namenode or without LdmService in dfs.namenode.plugins, or LDM did not"
        + " start there (its log tells; hdfs ldm -check looks for wrong keys)";
  }
}
