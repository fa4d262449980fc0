/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.common.web.PageStyle;
import io.tierline.ldm.settings.ServiceKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;

/**
 * LDM's page in the NameNode's web UI, {@code /ldm/ui/}: its files ask the REST beside them and
 * nothing else. Only files named here are served.
 */
@InterfaceAudience.Private
public class LdmPageServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  public static final String PATH_SPEC = "/ldm/ui/*";

  /** Where the page is. */
  static final String ADDRESS = "/ldm/ui/";

  private static final String INDEX = "/";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final String FOLDER = "/io/tierline/ldm/web/";
  private static final Map<String, String> FILES =
      Map.of(
          INDEX,
          "index.html",
          "/" + PageStyle.NAME,
          PageStyle.NAME,
          "/ldm.css",
          "ldm.css",
          "/ldm.js",
          "ldm.js");
  private static final Map<String, String> TYPES =
      Map.of(
          "index.html",
          "text/html; charset=utf-8",
          PageStyle.NAME,
          STYLE,
          "ldm.css",
          STYLE,
          "ldm.js",
          "text/javascript; charset=utf-8");

  /** Scripts and styles of this page only, and requests to nobody but this NameNode. */
  private static final String SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  /** Created by Jetty through reflection. */
  public LdmPageServlet() {}

  /** The page says in a tag which header its requests carry. */
  private String withHeader(String text) {
    RestParts parts = (RestParts) getServletContext().getAttribute(LdmServlet.PARTS_ATTRIBUTE);
    // While LDM is not running the page says so, and changes nothing.
    return parts == null
        ? text
        : text.replace(ServiceKeys.CSRF_HEADER.standard(), parts.serving().csrfGuard().header());
  }

  private static InputStream open(String file) {
    return file.equals(PageStyle.NAME)
        ? PageStyle.open()
        : LdmPageServlet.class.getResourceAsStream(FOLDER + file);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getPathInfo() == null) {
      // The page's links are relative.
      String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
      response.sendRedirect(request.getServletPath() + INDEX + query);
      return;
    }
    String file = FILES.get(request.getPathInfo());
    if (file == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    response.setContentType(TYPES.get(file));
    response.setHeader("Content-Security-Policy", SECURITY_POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "same-origin");
    response.setHeader("Cache-Control", "no-cache");
    try (InputStream in = open(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      response.getOutputStream().write(withHeader(text).getBytes(StandardCharsets.UTF_8));
    }
  }
}
