/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.namenode.namespace.Audit;
import java.io.IOException;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.server.ProxyUserAuthenticationFilter;
import org.apache.hadoop.security.authentication.server.PseudoAuthenticationHandler;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;

/**
 * Who sends a request, as WebHDFS has it: whom the authentication filter let in, or for whom that
 * user may speak ({@code doas}, {@code hadoop.proxyuser.*}); whose delegation token it brings
 * ({@code delegation}), which the NameNode verifies; without security, {@code user.name}.
 *
 * @param caller in whose name the request is answered
 * @param address where it comes from; behind a trusted proxy, what that says
 */
record Caller(UserGroupInformation caller, String address) {
  private static final String DOAS = "doas";
  private static final String DELEGATION = "delegation";
  private static final String USER_NAME = "user.name";

  /**
   * Finds out who sends the request.
   *
   * @throws AccessControlException when he may not speak for whom he says he does
   * @throws HttpError when he was not authenticated, or names himself otherwise than he was
   */
  static Caller of(ServletContext context, HttpServletRequest request, Configuration conf)
      throws IOException {
    // As WebHDFS, which documents doas as doAs: a name that is not heard would leave the request
    // with the rights of whoever sends it.
    HttpServletRequest plain = ProxyUserAuthenticationFilter.toLowerCase(request);
    String address = JspHelper.getRemoteAddr(request);
    try {
      boolean isSecure = UserGroupInformation.isSecurityEnabled();
      if (!isSecure || !hasToken(request)) {
        requireAuthentic(isSecure, request.getAuthType());
      }
      UserGroupInformation user = JspHelper.getUGI(context, plain, conf);
      if (isSecure && hasToken(request)) {
        requireSame(user, plain.getParameter(DOAS));
        requireSame(user, plain.getParameter(USER_NAME));
      }
      return new Caller(user, address);
    } catch (IOException | IllegalArgumentException e) {
      String who = request.getRemoteUser() + " doas=" + plain.getParameter(DOAS);
      Audit.denied(who, address, command(request), String.valueOf(request.getPathInfo()));
      throw refusal(e, hasToken(request));
    }
  }

  /** A token speaks for its user alone. */
  private static void requireSame(UserGroupInformation user, String named)
      throws AccessControlException {
    if (named != null && !named.equals(user.getShortUserName())) {
      throw new AccessControlException(
          "a delegation token of " + user.getShortUserName() + " does not speak for " + named);
    }
  }

  /** Whether the request brings a delegation token, in whatever spelling of the parameter. */
  static boolean hasToken(HttpServletRequest request) {
    return ProxyUserAuthenticationFilter.toLowerCase(request).getParameter(DELEGATION) != null;
  }

  /**
   * Refuses names that nobody has vouched for. HDFS's web server is secured apart from the rest of
   * a secure cluster ({@code hadoop.http.authentication.type}); where that was forgotten it
   * believes whatever {@code user.name} says.
   *
   * @param isSecure whether Kerberos is on
   * @param type how the web server's filter has authenticated the request; null when it has not
   */
  static void requireAuthentic(boolean isSecure, String type) throws HttpError {
    if (isSecure && (type == null || type.equals(PseudoAuthenticationHandler.TYPE))) {
      throw new HttpError(
          HttpServletResponse.SC_UNAUTHORIZED,
          "the cluster is secure and this web server is not; set hadoop.http.authentication.type to"
              + " kerberos");
    }
  }

  /** What the audit log calls a request that did not get as far as its own line there. */
  static String command(HttpServletRequest request) {
    String kind = ResourcePath.of(request.getPathInfo()).kind();
    return kind.isEmpty() ? request.getMethod() : kind;
  }

  private static IOException refusal(Exception e, boolean hasToken) {
    if (e instanceof AccessControlException || e instanceof HttpError) {
      return (IOException) e;
    }
    if (e instanceof StandbyException || e instanceof RetriableException) {
      return new HttpError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, e.getMessage());
    }
    boolean isForged = e instanceof InvalidToken || (hasToken && e instanceof IOException);
    return new HttpError(
        isForged ? HttpServletResponse.SC_UNAUTHORIZED : HttpServletResponse.SC_FORBIDDEN,
        isForged ? "the delegation token is not valid: " + e.getMessage() : e.getMessage());
  }
}
