/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.settings.ServiceKeys;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import javax.servlet.FilterConfig;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.http.RestCsrfPreventionFilter;

/**
 * Keeps pages of other origins from using a browser's ticket for changes: from a browser, a request
 * that changes something must carry a header that such a page cannot send unasked. The decision is
 * that of Hadoop's own {@link RestCsrfPreventionFilter}, with keys of our own.
 */
public final class CsrfGuard {
  private final RestCsrfPreventionFilter filter;
  private final String header;

  private CsrfGuard(RestCsrfPreventionFilter filter, String header) {
    this.filter = filter;
    this.header = header;
  }

  /**
   * Reads {@code tierline.ldm.rest-csrf.*}.
   *
   * @throws IllegalArgumentException naming the key and its value
   */
  public static CsrfGuard from(Configuration conf) {
    String header = ServiceKeys.CSRF_HEADER.read(conf::get);
    RestCsrfPreventionFilter filter = new RestCsrfPreventionFilter();
    try {
      filter.init(
          new Parameters(
              Map.of(
                  RestCsrfPreventionFilter.CUSTOM_HEADER_PARAM,
                  header,
                  RestCsrfPreventionFilter.CUSTOM_METHODS_TO_IGNORE_PARAM,
                  String.join(",", ServiceKeys.CSRF_METHODS.read(conf::get)),
                  RestCsrfPreventionFilter.BROWSER_USER_AGENT_PARAM,
                  String.join(",", ServiceKeys.CSRF_BROWSERS.read(conf::get)))));
    } catch (ServletException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return new CsrfGuard(ServiceKeys.CSRF_ENABLED.read(conf::get) ? filter : null, header);
  }

  /** The header that a browser must send; its value does not matter. */
  public String header() {
    return header;
  }

  /**
   * Lets a request pass.
   *
   * @throws HttpError with 400 when it must be taken for one that its user does not know of
   */
  public void check(HttpServletRequest request) throws IOException {
    if (filter == null) {
      return;
    }
    try {
      filter.handleHttpInteraction(new Interaction(request));
    } catch (ServletException e) {
      throw new IOException(e);
    }
  }

  private record Interaction(HttpServletRequest request)
      implements RestCsrfPreventionFilter.HttpInteraction {
    @Override
    public String getHeader(String name) {
      return request.getHeader(name);
    }

    @Override
    public String getMethod() {
      return request.getMethod();
    }

    @Override
    public void proceed() {
      // The caller goes on when nothing was thrown.
    }

    @Override
    public void sendError(int code, String message) throws IOException {
      throw new HttpError(HttpServletResponse.SC_BAD_REQUEST, message);
    }
  }

  private record Parameters(Map<String, String> values) implements FilterConfig {
    @Override
    public String getFilterName() {
      return "ldm-csrf";
    }

    @Override
    public ServletContext getServletContext() {
      return null;
    }

    @Override
    public String getInitParameter(String name) {
      return values.get(name);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
      return Collections.enumeration(values.keySet());
    }
  }
}
