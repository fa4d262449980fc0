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
import java.io.IOException;
import java.util.Optional;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.http.HttpServer2;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.FilterMapping;
import org.eclipse.jetty.servlet.ServletHandler;

/**
 * Stands before the filter that asks for tickets, and answers requests with run events that bring
 * an API key. All others go their usual way.
 */
@InterfaceAudience.Private
public final class ApiKeyFilter implements Filter {
  private static final String NAME = "tierline-gateway-api-keys";

  private final OpenLineageSource source;
  private final LineageIntake intake;
  private final GatewayMetrics metrics;

  ApiKeyFilter(OpenLineageSource source, LineageIntake intake, GatewayMetrics metrics) {
    this.source = source;
    this.intake = intake;
    this.metrics = metrics;
  }

  void guard(HttpServer2 http) {
    ServletHandler handler = http.getWebAppContext().getServletHandler();
    FilterHolder holder = new FilterHolder(this);
    holder.setName(NAME);
    handler.addFilter(holder);
    FilterMapping mapping = new FilterMapping();
    mapping.setFilterName(NAME);
    mapping.setPathSpecs(LineageIntake.PATHS.toArray(String[]::new));
    mapping.setDispatches(FilterMapping.REQUEST);
    handler.prependFilterMapping(mapping);
  }

  @Override
  public void init(FilterConfig config) {
    // It was given all it needs.
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest asked = (HttpServletRequest) request;
    Optional<String> key = Callers.key(asked);
    if (key.isEmpty() || !asked.getMethod().equals("POST")) {
      chain.doFilter(request, response);
      return;
    }
    HttpServletResponse answer = (HttpServletResponse) response;
    try {
      intake.take(asked, answer, Callers.of(key.get(), asked, source.keys()));
    } catch (Refused refused) {
      if (refused.status() == HttpServletResponse.SC_UNAUTHORIZED) {
        metrics.lineageKeysRefused.incr();
      }
      Answers.refuse(answer, refused);
    }
  }

  @Override
  public void destroy() {
    // It has nothing of its own.
  }
}
