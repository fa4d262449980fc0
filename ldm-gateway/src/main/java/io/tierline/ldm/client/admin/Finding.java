/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client.admin;

import io.tierline.ldm.lineage.Printable;

/**
 * Something that an installation lacks.
 *
 * @param isError false for what may be meant so
 * @param what is wrong
 * @param why that matters
 * @param advice what to do
 */
record Finding(boolean isError, String what, String why, String advice) {
  static Finding error(String what, String why, String advice) {
    return new Finding(true, what, why, advice);
  }

  static Finding warning(String what, String why, String advice) {
    return new Finding(false, what, why, advice);
  }

  /** In one line. */
  @Override
  public String toString() {
    String line = "%s %s: %s. Do: %s".formatted(isError ? "ERROR" : "WARNING", what, why, advice);
    return Printable.of(line);
  }
}
