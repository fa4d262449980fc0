/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.server.ProxyUserAuthenticationFilter;
import org.apache.hadoop.security.authentication.server.PseudoAuthenticationHandler;

/** The gateway's REST, below the same path as LDM's in a NameNode. */
@InterfaceAudience.Private
public class GatewayServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  /** Under which the parts stand in the servlet context. */
  public static final String PARTS_ATTRIBUTE = "tierline.gateway.parts";

  /** What it answers. */
  public static final String PATH_SPEC = "/ldm/v1/*";

  private static final String DELEGATION = "delegation";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Created by Jetty through reflection. */
  public GatewayServlet() {}

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    GatewayParts parts = (GatewayParts) getServletContext().getAttribute(PARTS_ATTRIBUTE);
    // As WebHDFS, which documents doas as doAs.
    HttpServletRequest plain = ProxyUserAuthenticationFilter.toLowerCase(request);
    if (plain.getParameter(DELEGATION) != null) {
      // It would say who asks, and here nobody can tell a true one from a forged one.
      answer(
          response,
          HttpServletResponse.SC_UNAUTHORIZED,
          error("the gateway takes no delegation tokens"));
      return;
    }
    UserGroupInformation caller;
    try {
      caller = caller(plain, parts);
    } catch (IOException refused) {
      answer(response, HttpServletResponse.SC_FORBIDDEN, error(refused.getMessage()));
      return;
    }
    if (caller == null) {
      response.setHeader("WWW-Authenticate", "Negotiate");
      answer(
          response,
          HttpServletResponse.SC_UNAUTHORIZED,
          error(
              "the cluster is secure and this web server is not; set"
                  + " hadoop.http.authentication.type to kerberos"));
      return;
    }
    GatewayViews views = new GatewayViews(parts, caller);
    switch (String.valueOf(request.getPathInfo())) {
      case "/status" -> answer(response, HttpServletResponse.SC_OK, views.status());
      case "/oozie" -> answer(response, HttpServletResponse.SC_OK, views.oozie());
      default ->
          answer(
              response,
              HttpServletResponse.SC_NOT_FOUND,
              error("the gateway has no " + request.getPathInfo()));
    }
  }

  /** Who asks; null where the cluster is secure and nobody has vouched for him. */
  private UserGroupInformation caller(HttpServletRequest request, GatewayParts parts)
      throws IOException {
    String type = request.getAuthType();
    boolean isVouchedFor = type != null && !type.equals(PseudoAuthenticationHandler.TYPE);
    return UserGroupInformation.isSecurityEnabled() && !isVouchedFor
        ? null
        : JspHelper.getUGI(getServletContext(), request, parts.conf());
  }

  private static Map<String, Object> error(String message) {
    String line = String.valueOf(message).lines().findFirst().orElse("");
    return Map.of("RemoteException", Map.of("exception", "Refused", "message", line));
  }

  private static void answer(HttpServletResponse response, int status, Map<String, Object> body)
      throws IOException {
    response.setStatus(status);
    response.setContentType("application/json; charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.getOutputStream().write(MAPPER.writeValueAsBytes(body));
  }
}
