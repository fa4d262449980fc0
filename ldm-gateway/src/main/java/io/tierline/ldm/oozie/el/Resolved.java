/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

import java.util.Map;

/**
 * A text after its expressions were evaluated.
 *
 * @param text the text; an expression that could not be evaluated stands in it as written
 * @param unresolved those expressions, each with the reason in plain words
 */
public record Resolved(String text, Map<String, String> unresolved) {
  /** True when every expression was evaluated. */
  public boolean isComplete() {
    return unresolved.isEmpty();
  }
}
