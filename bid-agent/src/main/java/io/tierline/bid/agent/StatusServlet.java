/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.agent;

import io.tierline.common.web.PageStyle;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.http.HttpServer2;

/**
 * BID's page on a DataNode's web server, {@code /bid/}, and the JSON that it shows, {@code
 * /bid/status}. Whoever may see the server's own {@code /jmx} may see it. Only files named here are
 * served, and nothing can be changed.
 */
@InterfaceAudience.Private
public class StatusServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  static final String PATH_SPEC = "/bid/*";

  /** Where the server has what writes the JSON: a {@code Supplier<String>}. */
  static final String STATUS_ATTRIBUTE = "tierline.bid.status";

  private static final String INDEX = "/";
  private static final String STATUS = "/status";
  private static final String FOLDER = "/io/tierline/bid/web/";
  private static final Map<String, Part> FILES =
      Map.of(
          INDEX,
          own("index.html", "html"),
          "/" + PageStyle.NAME,
          new Part(PageStyle::open, "css"),
          "/bid.js",
          own("bid.js", "javascript"));

  /** Scripts and styles of this page only, and requests to nobody but this DataNode. */
  private static final String SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Created by Jetty through reflection. */
  public StatusServlet() {}

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!HttpServer2.isInstrumentationAccessAllowed(getServletContext(), request, response)) {
      return;
    }
    String path = request.getPathInfo();
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Cache-Control", "no-cache");
    if (path == null) {
      // The page's links are relative.
      response.sendRedirect(request.getServletPath() + INDEX);
    } else if (path.equals(STATUS)) {
      status(response);
    } else if (FILES.containsKey(path)) {
      file(FILES.get(path), response);
    } else {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
  }

  private void status(HttpServletResponse response) throws IOException {
    if (!(getServletContext().getAttribute(STATUS_ATTRIBUTE) instanceof Supplier<?> status)) {
      response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "BID's agent was stopped");
      return;
    }
    String text;
    try {
      text = (String) status.get();
    } catch (RuntimeException | Error e) {
      response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, e.toString());
      return;
    }
    response.setContentType("application/json; charset=utf-8");
    response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void file(Part part, HttpServletResponse response) throws IOException {
    response.setContentType("text/" + part.kind() + "; charset=utf-8");
    response.setHeader("Content-Security-Policy", SECURITY_POLICY);
    response.setHeader("Referrer-Policy", "same-origin");
    try (InputStream in = part.text().get()) {
      in.transferTo(response.getOutputStream());
    }
  }

  private static Part own(String name, String kind) {
    return new Part(() -> StatusServlet.class.getResourceAsStream(FOLDER + name), kind);
  }

  /** A file of the page, and which kind of text it is. */
  private record Part(Supplier<InputStream> text, String kind) {}
}
