/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.servlet.ServletConfig;
import javax.servlet.ServletContext;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks on a cluster with Kerberos, whose web server's filter has let mallory in. */
class GatewayServletTest {
  private final GatewayServlet servlet = new GatewayServlet();
  private final HttpServletResponse response = mock(HttpServletResponse.class);
  private final ByteArrayOutputStream answer = new ByteArrayOutputStream();

  @BeforeEach
  void secure() throws Exception {
    Configuration conf = new Configuration();
    // Secure as Kerberos is, without a realm.
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, "token");
    UserGroupInformation.setConfiguration(conf);
    ServletContext context = mock(ServletContext.class);
    when(context.getAttribute(GatewayServlet.PARTS_ATTRIBUTE))
        .thenReturn(
            new GatewayParts(
                conf,
                new AccessControlList("admin"),
                List.of(),
                Optional.empty(),
                Optional.empty()));
    ServletConfig config = mock(ServletConfig.class);
    when(config.getServletContext()).thenReturn(context);
    servlet.init(config);
    when(response.getOutputStream()).thenReturn(into(answer));
  }

  @AfterEach
  void reset() {
    UserGroupInformation.setConfiguration(new Configuration());
  }

  private static ServletOutputStream into(ByteArrayOutputStream answer) {
    return new ServletOutputStream() {
      @Override
      public void write(int next) {
        answer.write(next);
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setWriteListener(WriteListener listener) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private void ask(Map<String, String[]> parameters) throws Exception {
    HttpServletRequest request = mock(HttpServletRequest.class);
    when(request.getAuthType()).thenReturn("kerberos");
    when(request.getRemoteUser()).thenReturn("mallory");
    when(request.getPathInfo()).thenReturn("/status");
    when(request.getParameterMap()).thenReturn(parameters);
    when(request.getParameter(anyString()))
        .thenAnswer(
            asked ->
                parameters.containsKey(asked.<String>getArgument(0))
                    ? parameters.get(asked.<String>getArgument(0))[0]
                    : null);
    servlet.doGet(request, response);
  }

  @Test
  void whoeverTheFilterLetInIsHimself() throws Exception {
    ask(Map.of());
    verify(response).setStatus(200);
    assertThat(answer.toString()).contains("\"user\":\"mallory\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"delegation", "Delegation"})
  void tokenThatAnybodyCanWriteMakesNobodyAnAdministrator(String parameter) throws Exception {
    DelegationTokenIdentifier admin =
        new DelegationTokenIdentifier(new Text("admin"), new Text("admin"), new Text(""));
    Token<DelegationTokenIdentifier> forged =
        new Token<>(admin.getBytes(), new byte[1], admin.getKind(), new Text(""));
    ask(Map.of(parameter, new String[] {forged.encodeToUrlString()}));
    verify(response).setStatus(401);
    assertThat(answer.toString()).contains("delegation").doesNotContain("\"user\"");
  }
}
