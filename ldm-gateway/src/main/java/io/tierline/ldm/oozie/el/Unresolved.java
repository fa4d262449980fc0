/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

import jakarta.el.ELException;

/** Ends the evaluation of an expression that needs something not known before the run. */
public final class Unresolved extends ELException {
  private static final long serialVersionUID = 1L;

  /** Creates the answer, with the reason in plain words. */
  public Unresolved(String reason) {
    super(reason);
  }

  /** It is an answer, not a fault: a workflow may ask thousands of times. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
