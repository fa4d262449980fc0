/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

/** What a function may ask while an expression is evaluated. */
interface Evaluation {
  /** What is known of the workflow. */
  Facts facts();

  /**
   * The fully resolved value of a property.
   *
   * @throws Unresolved when it is not set, or not fully known
   */
  String property(String name);

  /** Answers the functions of coordinators. */
  CoordinatorScope coordinator();
}
