/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;

/** What the body of a registration may hold: a lineage document. */
final class RequestBody {
  private RequestBody() {}

  static Workflow workflow(String json) throws LineageException {
    return new LineageDocument(json).read("");
  }
}
