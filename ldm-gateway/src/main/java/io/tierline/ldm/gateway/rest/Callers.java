/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import io.tierline.ldm.gateway.openlineage.ApiKeys;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.server.ProxyUserAuthenticationFilter;
import org.apache.hadoop.security.authentication.server.PseudoAuthenticationHandler;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.security.authorize.ProxyUsers;

/**
 * Who sends a request: whom the web server's filter let in, whose API key it brings, or for whom
 * either may speak.
 */
final class Callers {
  private static final String DELEGATION = "delegation";
  private static final String DOAS = "doas";
  private static final String BEARER = "bearer ";

  private Callers() {}

  /**
   * Whom the filter let in.
   *
   * @throws Refused when nobody has vouched for him, or he may not speak for whom he says he does
   */
  static UserGroupInformation of(
      ServletContext context, HttpServletRequest request, GatewayParts parts) throws Refused {
    // As WebHDFS, which documents doas as doAs.
    HttpServletRequest plain = ProxyUserAuthenticationFilter.toLowerCase(request);
    if (plain.getParameter(DELEGATION) != null) {
      // It would say who asks, and here nobody can tell a true one from a forged one.
      throw new Refused(
          HttpServletResponse.SC_UNAUTHORIZED, "the gateway takes no delegation tokens");
    }
    String type = request.getAuthType();
    boolean isVouchedFor = type != null && !type.equals(PseudoAuthenticationHandler.TYPE);
    if (UserGroupInformation.isSecurityEnabled() && !isVouchedFor) {
      throw new Refused(
          HttpServletResponse.SC_UNAUTHORIZED,
          "the cluster is secure and this web server is not; set hadoop.http.authentication.type to"
              + " kerberos");
    }
    try {
      return JspHelper.getUGI(context, plain, parts.conf());
    } catch (IOException | IllegalArgumentException e) {
      throw new Refused(HttpServletResponse.SC_FORBIDDEN, e.getMessage());
    }
  }

  /** The API key that a request brings; empty for none. */
  static Optional<String> key(HttpServletRequest request) {
    String header = request.getHeader("Authorization");
    return header != null && header.toLowerCase(Locale.ROOT).startsWith(BEARER)
        ? Optional.of(header.substring(BEARER.length()).strip())
        : Optional.empty();
  }

  /**
   * Whose API key it is.
   *
   * @throws Refused when it is nobody's, or its user may not speak for whom he says he does
   */
  static UserGroupInformation of(String key, HttpServletRequest request, Optional<ApiKeys> keys)
      throws Refused {
    UserGroupInformation user =
        keys.flatMap(all -> all.userOf(key))
            .map(UserGroupInformation::createRemoteUser)
            .orElseThrow(
                () -> new Refused(HttpServletResponse.SC_UNAUTHORIZED, "that API key is nobody's"));
    String other = ProxyUserAuthenticationFilter.toLowerCase(request).getParameter(DOAS);
    if (other == null || other.equals(user.getShortUserName())) {
      return user;
    }
    try {
      UserGroupInformation spokenFor = UserGroupInformation.createProxyUser(other, user);
      ProxyUsers.authorize(spokenFor, request.getRemoteAddr());
      return spokenFor;
    } catch (AuthorizationException | IllegalArgumentException e) {
      throw new Refused(HttpServletResponse.SC_FORBIDDEN, e.getMessage());
    }
  }
}
