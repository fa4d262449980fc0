/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletConfig;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.UserGroupInformation;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.FilterMapping;
import org.eclipse.jetty.servlet.ServletHandler;

/**
 * Stands before the filter that asks for tickets, and answers requests to the REST that bring a
 * delegation token, as WebHDFS does: {@link Caller} has the NameNode verify it. All others go their
 * usual way.
 */
@InterfaceAudience.Private
public class TokenFilter implements Filter {
  private static final String NAME = "tierline-ldm-tokens";
  private static final String PATH_SPEC = "/ldm/v1/*";

  private final LdmServlet rest = new LdmServlet();

  /** Created by the service. */
  public TokenFilter() {}

  /** Puts one in place, where tickets are asked for. */
  public static void guard(HttpServer2 http) {
    if (!UserGroupInformation.isSecurityEnabled()) {
      return;
    }
    ServletHandler handler = http.getWebAppContext().getServletHandler();
    FilterHolder holder = new FilterHolder(new TokenFilter());
    holder.setName(NAME);
    handler.addFilter(holder);
    FilterMapping mapping = new FilterMapping();
    mapping.setFilterName(NAME);
    mapping.setPathSpec(PATH_SPEC);
    mapping.setDispatches(FilterMapping.REQUEST);
    handler.prependFilterMapping(mapping);
  }

  @Override
  public void init(FilterConfig config) throws ServletException {
    rest.init(new OwnConfig(config.getServletContext()));
  }

  /** What a servlet is told that the server does not know of. */
  private record OwnConfig(ServletContext context) implements ServletConfig {
    @Override
    public String getServletName() {
      return NAME;
    }

    @Override
    public ServletContext getServletContext() {
      return context;
    }

    @Override
    public String getInitParameter(String name) {
      return null;
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
      return Collections.emptyEnumeration();
    }
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest http && Caller.hasToken(http)) {
      // As the filters that it does not pass would hand it on.
      rest.service(new HttpServer2.QuotingInputFilter.RequestQuoter(http), response);
    } else {
      chain.doFilter(request, response);
    }
  }

  @Override
  public void destroy() {
    rest.destroy();
  }
}
