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
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.security.UserGroupInformation;

/** {@code POST /ldm/v1/uninstall} takes LDM out; GET says how far that is. Administrators only. */
final class UninstallResource {
  private final RestParts parts;
  private final UserGroupInformation caller;

  UninstallResource(RestParts parts, UserGroupInformation caller) {
    this.parts = parts;
    this.caller = caller;
  }

  Map<String, Object> answer(HttpServletRequest request) throws IOException {
    if (request.getMethod().equals("GET")) {
      parts.authorities().of(caller).requireAdmin();
      return parts.uninstall().view();
    }
    LdmServlet.requireJson(request);
    return new Audit(caller, JspHelper.getRemoteAddr(request))
        .logged(
            "uninstall",
            "",
            () -> {
              parts.authorities().of(caller).requireAdmin();
              parts.uninstall().begin(caller.getShortUserName());
              return parts.uninstall().view();
            });
  }
}
