/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import javax.servlet.http.HttpServletResponse;

/**
 * An answer.
 *
 * @param status of HTTP
 * @param body what Jackson can write
 */
record Answer(int status, Object body) {
  static Answer ok(Object body) {
    return new Answer(HttpServletResponse.SC_OK, body);
  }

  /** What was sent is there now. */
  static Answer created(Object body) {
    return new Answer(HttpServletResponse.SC_CREATED, body);
  }
}
