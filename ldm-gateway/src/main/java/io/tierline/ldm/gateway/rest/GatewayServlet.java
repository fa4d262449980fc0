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
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;

/** The gateway's REST, below the same path as LDM's in a NameNode. */
@InterfaceAudience.Private
public class GatewayServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  /** Under which the parts stand in the servlet context. */
  public static final String PARTS_ATTRIBUTE = "tierline.gateway.parts";

  /** What it answers. */
  public static final String PATH_SPEC = "/ldm/v1/*";

  /** Created by Jetty through reflection. */
  public GatewayServlet() {}

  private GatewayParts parts() {
    return (GatewayParts) getServletContext().getAttribute(PARTS_ATTRIBUTE);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      GatewayViews views =
          new GatewayViews(parts(), Callers.of(getServletContext(), request, parts()));
      Answers.write(
          response,
          HttpServletResponse.SC_OK,
          switch (String.valueOf(request.getPathInfo())) {
            case "/status" -> views.status();
            case "/oozie" -> views.oozie();
            case "/openlineage" -> views.openLineage();
            default ->
                throw new Refused(
                    HttpServletResponse.SC_NOT_FOUND,
                    "the gateway has no " + request.getPathInfo());
          });
    } catch (Refused refused) {
      Answers.refuse(response, refused);
    }
  }

  /** Run events, by the path that they had in a NameNode. */
  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      LineageServlet.take(getServletContext(), parts(), request, response);
    } catch (Refused refused) {
      Answers.refuse(response, refused);
    }
  }
}
