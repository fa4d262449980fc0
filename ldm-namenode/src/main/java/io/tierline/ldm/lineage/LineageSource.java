/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

/**
 * Turns one outside form of lineage into the model. An implementation is bound to its input (a
 * definition and its properties, a document) when it is made.
 */
@FunctionalInterface
public interface LineageSource {
  /**
   * Reads the whole input.
   *
   * @param workflowId the id to give to the workflow
   * @throws LineageException with one line that says what is wrong and where
   */
  Workflow read(String workflowId) throws LineageException;
}
