/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.namespace.Audit;
import java.io.IOException;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A request, and what it is answered from.
 *
 * @param variables what stands in its path for the names in braces
 * @param authority what its caller may do
 */
record Asked(
    Route route,
    HttpServletRequest request,
    Map<String, String> variables,
    RestParts parts,
    UserGroupInformation caller,
    Authority authority) {
  String user() {
    return caller.getShortUserName();
  }

  /** Where it comes from; behind a trusted proxy, what that says. */
  String address() {
    return JspHelper.getRemoteAddr(request);
  }

  String variable(String name) {
    return variables.get(name);
  }

  String parameter(String name) {
    return request.getParameter(name);
  }

  /**
   * What it brings.
   *
   * @throws HttpError when that cannot be read, or is too much
   */
  String body() throws IOException {
    return RequestBody.text(request, parts.advisor().settings().maxRequestBytes());
  }

  Audit audit() {
    return new Audit(caller, address());
  }

  /** Does the work, with its line in the audit log. */
  <T> T logged(String object, Audit.Work<T> work) throws IOException {
    return audit().logged(route.command(), object, work);
  }
}
