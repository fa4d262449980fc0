/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.namenode.access.Authority;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RouteTest {
  private static Route of(String method, String path) throws HttpError {
    return Route.of(method, ResourcePath.of("/v1/" + path));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, workflows, WORKFLOWS",
    "POST, workflows/, REGISTER",
    "GET, workflows/a, WORKFLOW",
    "PUT, workflows/a/finished/b/c, FINISHED",
    "POST, plans/a/undo, MIGRATION_UNDO",
    "GET, devices, VOLUMES"
  })
  void methodAndPathNameOneRow(String method, String path, Route route) throws Exception {
    assertThat(of(method, path)).isEqualTo(route);
  }

  @Test
  void variablesAreWhatStandsInThePath() {
    ResourcePath path = ResourcePath.of("/v1/workflows/a/finished/parent/child");
    assertThat(Route.FINISHED.variables(path)).contains(Map.of("id", "a", "job", "parent/child"));
    assertThat(Route.WORKFLOW.variables(path)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, workflows, 405, 'GET, POST'",
    "GET, plans/a/apply, 405, POST",
    "GET, plans/a/other, 404, ''",
    "GET, nothing, 404, ''"
  })
  void whatIsNoRowIsRefused(String method, String path, int status, String allowed) {
    assertThatThrownBy(() -> of(method, path))
        .isInstanceOfSatisfying(
            HttpError.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(status);
              assertThat(refused.allowed()).isEqualTo(allowed);
            });
  }

  /** A handler need not remember to ask: none of these is reached, and no part of LDM. */
  @ParameterizedTest
  @EnumSource(
      names = {
        "DEVICES",
        "MIGRATION_PLAN",
        "MIGRATION_APPLY",
        "MIGRATION_PAUSE",
        "MIGRATION_RESUME",
        "MIGRATION_UNDO",
        "UNINSTALL",
        "UNINSTALLED",
        "RECONFIGURE"
      })
  void whoMayNotIsRefusedBeforeAnythingIsDone(Route route) throws Exception {
    HttpServletRequest request = mock(HttpServletRequest.class);
    when(request.getContentType()).thenReturn("application/json");
    when(request.getRemoteAddr()).thenReturn("192.0.2.1");
    Authority nobody = mock(Authority.class);
    doThrow(new AccessControlException("no")).when(nobody).requireAdmin();
    doThrow(new AccessControlException("no")).when(nobody).requireAgent();
    UserGroupInformation ann = UserGroupInformation.createRemoteUser("ann");
    Asked asked = new Asked(route, request, Map.of(), null, ann, nobody);
    assertThatThrownBy(() -> route.answer(asked)).isInstanceOf(AccessControlException.class);
  }
}
