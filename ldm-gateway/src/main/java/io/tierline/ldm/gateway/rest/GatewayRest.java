/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.openlineage.OpenLineageSource;
import org.apache.hadoop.http.HttpServer2;

/** Puts page and REST into the gateway's web server, before it is started. */
public final class GatewayRest {
  private GatewayRest() {}

  /**
   * What says who somebody is, or takes his word: nobody unknown may ask it on a secure cluster.
   */
  public static String[] guarded() {
    return new String[] {GatewayServlet.PATH_SPEC, LineageServlet.PATH_SPEC};
  }

  /** Serves what these parts know. */
  public static void serve(HttpServer2 http, GatewayParts parts, GatewayMetrics metrics) {
    http.setAttribute(GatewayServlet.PARTS_ATTRIBUTE, parts);
    http.addInternalServlet("ldm", GatewayServlet.PATH_SPEC, GatewayServlet.class, true);
    if (parts.lineage().isPresent()) {
      OpenLineageSource source = parts.lineage().get();
      LineageIntake intake = new LineageIntake(source);
      http.setAttribute(LineageServlet.INTAKE_ATTRIBUTE, intake);
      new ApiKeyFilter(source, intake, metrics).guard(http);
    }
    http.addInternalServlet("lineage", LineageServlet.PATH_SPEC, LineageServlet.class, true);
    http.addInternalServlet("page", GatewayPageServlet.PATH_SPEC, GatewayPageServlet.class, false);
  }
}
