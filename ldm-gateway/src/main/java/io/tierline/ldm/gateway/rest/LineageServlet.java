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
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;

/** Takes run events where OpenLineage's clients send them to by themselves. */
@InterfaceAudience.Private
public class LineageServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  /** What it answers. */
  public static final String PATH_SPEC = "/api/v1/*";

  static final String INTAKE_ATTRIBUTE = "tierline.gateway.intake";

  /** Created by Jetty through reflection. */
  public LineageServlet() {}

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      GatewayParts parts =
          (GatewayParts) getServletContext().getAttribute(GatewayServlet.PARTS_ATTRIBUTE);
      take(getServletContext(), parts, request, response);
    } catch (Refused refused) {
      Answers.refuse(response, refused);
    }
  }

  static void take(
      ServletContext context,
      GatewayParts parts,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    LineageIntake intake = (LineageIntake) context.getAttribute(INTAKE_ATTRIBUTE);
    if (intake == null || !LineageIntake.PATHS.contains(request.getRequestURI())) {
      throw new Refused(
          HttpServletResponse.SC_NOT_FOUND, "the gateway has no " + request.getRequestURI());
    }
    intake.take(request, response, Callers.of(context, request, parts));
  }
}
