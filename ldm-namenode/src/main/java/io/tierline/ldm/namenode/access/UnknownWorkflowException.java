/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import java.io.IOException;

/** Nothing that the caller may know of is registered under that id. */
public final class UnknownWorkflowException extends IOException {
  private static final long serialVersionUID = 1L;

  UnknownWorkflowException(String id) {
    super("no workflow '" + id + "' is registered");
  }
}
