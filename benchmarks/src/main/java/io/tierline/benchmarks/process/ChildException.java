/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.process;

import io.tierline.cli.CommandException;
import java.util.List;
import java.util.Map;

/** A process of its own that failed; the message is one line: which, at what, why, its log. */
public final class ChildException extends CommandException {
  private static final long serialVersionUID = 1L;

  private final transient List<Map<String, Object>> results;

  ChildException(String message, List<Map<String, Object>> results) {
    super(message);
    this.results = List.copyOf(results);
  }

  /** What it had left until then. */
  public List<Map<String, Object>> results() {
    return results;
  }
}
