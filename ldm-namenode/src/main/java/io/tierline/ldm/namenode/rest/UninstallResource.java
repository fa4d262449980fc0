/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.namenode.LdmService;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.namespace.Audit;
import java.io.IOException;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.security.UserGroupInformation;

/** {@code POST /ldm/v1/uninstall} takes LDM out; GET says how far that is. Administrators only. */
final class UninstallResource {
  private final LdmService service;
  private final UserGroupInformation caller;

  UninstallResource(LdmService service, UserGroupInformation caller) {
    this.service = service;
    this.caller = caller;
  }

  Map<String, Object> answer(HttpServletRequest request) throws IOException {
    if (request.getMethod().equals("GET")) {
      new Authority(service, caller).requireAdmin();
      return service.uninstall().view();
    }
    LdmServlet.requireJson(request);
    return new Audit(caller, JspHelper.getRemoteAddr(request))
        .logged(
            "uninstall",
            "",
            () -> {
              new Authority(service, caller).requireAdmin();
              service.uninstall().begin(caller.getShortUserName());
              return service.uninstall().view();
            });
  }
}
