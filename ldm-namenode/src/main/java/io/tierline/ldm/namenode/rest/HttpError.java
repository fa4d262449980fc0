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
import java.util.List;
import javax.servlet.http.HttpServletResponse;

/** A request that is refused with that HTTP status. */
public final class HttpError extends IOException {
  private static final long serialVersionUID = 1L;

  private final int status;
  static final int RETRY_SECONDS = 2;

  private final String allowed;
  private final int retryAfterSeconds;

  public HttpError(int status, String message) {
    this(status, message, "", 0);
  }

  private HttpError(int status, String message, String allowed, int retryAfterSeconds) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.status = status;
    this.allowed = allowed;
  }

  /** 405: that resource is there, and takes these methods only. */
  static HttpError notAllowed(String method, String resource, List<String> allowed) {
    String methods = String.join(", ", allowed);
    return new HttpError(
        HttpServletResponse.SC_METHOD_NOT_ALLOWED,
        "%s takes %s, not %s".formatted(resource, methods, method),
        methods,
        0);
  }

  /** The same request may be answered in a moment. */
  static HttpError later(int status, String message) {
    return new HttpError(status, message, "", RETRY_SECONDS);
  }

  /** 404: there is no such resource. */
  static HttpError notFound(String path) {
    return new HttpError(HttpServletResponse.SC_NOT_FOUND, "nothing is served under " + path);
  }

  /** When it may be tried again, in seconds; 0 when nothing is known of that. */
  int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  int status() {
    return status;
  }

  /** The methods that are allowed, as a header lists them; empty when it is not about them. */
  String allowed() {
    return allowed;
  }
}
