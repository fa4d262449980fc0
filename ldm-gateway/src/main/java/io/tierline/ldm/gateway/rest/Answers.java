/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import javax.servlet.http.HttpServletResponse;

/** Writes answers in JSON; errors have the form of WebHDFS. */
final class Answers {
  /** After how many seconds a request may be sent again that there was no room for. */
  private static final String RETRY_SECONDS = "5";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Answers() {}

  static void write(HttpServletResponse response, int status, Map<String, Object> body)
      throws IOException {
    response.setStatus(status);
    response.setContentType("application/json; charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.getOutputStream().write(MAPPER.writeValueAsBytes(body));
  }

  static void refuse(HttpServletResponse response, Refused refused) throws IOException {
    if (refused.status() == HttpServletResponse.SC_UNAUTHORIZED) {
      response.setHeader("WWW-Authenticate", "Negotiate");
    }
    if (refused.status() == Refused.UNAVAILABLE) {
      response.setHeader("Retry-After", RETRY_SECONDS);
    }
    String line = String.valueOf(refused.getMessage()).lines().findFirst().orElse("");
    write(
        response,
        refused.status(),
        Map.of("RemoteException", Map.of("exception", "Refused", "message", line)));
  }
}
