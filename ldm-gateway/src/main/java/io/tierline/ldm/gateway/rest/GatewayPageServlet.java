/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;

/** The gateway's page: three files that ask the REST beside them. No other file is served. */
@InterfaceAudience.Private
public class GatewayPageServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  /** Whatever nothing else answers, in the place of the files of Hadoop's web server. */
  public static final String PATH_SPEC = "/";

  private static final String FOLDER = "/io/tierline/ldm/gateway/web/";
  private static final String INDEX = "index.html";
  private static final Map<String, String> TYPES =
      Map.of(
          INDEX,
          "text/html; charset=utf-8",
          "gateway.css",
          "text/css; charset=utf-8",
          "gateway.js",
          "text/javascript; charset=utf-8");

  /** Scripts and styles of this page only, and requests to nobody but this gateway. */
  private static final String SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Created by Jetty through reflection. */
  public GatewayPageServlet() {}

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = request.getRequestURI();
    String file = path.equals("/") ? INDEX : path.substring(1);
    String type = TYPES.get(file);
    if (type == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    response.setContentType(type);
    response.setHeader("Content-Security-Policy", SECURITY_POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Cache-Control", "no-cache");
    try (InputStream in = GatewayPageServlet.class.getResourceAsStream(FOLDER + file)) {
      in.transferTo(response.getOutputStream());
    }
  }
}
