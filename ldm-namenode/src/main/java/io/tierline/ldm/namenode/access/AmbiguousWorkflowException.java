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

/** Several users have a workflow of that id, and the caller, who may see all, has to say whose. */
public final class AmbiguousWorkflowException extends IOException {
  private static final long serialVersionUID = 1L;

  AmbiguousWorkflowException(int users, String id, String example) {
    super("%d users have a workflow '%s': name one as %s".formatted(users, id, example));
  }
}
