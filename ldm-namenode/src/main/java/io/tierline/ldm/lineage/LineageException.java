/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.io.IOException;

/** Lineage that cannot be used as it stands; the message is one line that says why. */
public class LineageException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Longest message; what a stranger wrote may be quoted in it. */
  static final int MAX_LENGTH = 500;

  private final int line;

  /** Creates an exception whose message is one line: what is wrong and where. */
  public LineageException(String message) {
    this(message, 0);
  }

  /** As {@link #LineageException(String)}, keeping the cause. */
  public LineageException(String message, Throwable cause) {
    super(oneLine(message), cause);
    this.line = 0;
  }

  /** As {@link #LineageException(String)}, with the line of the definition that is at fault. */
  public LineageException(String message, int line) {
    super(oneLine(message));
    this.line = line;
  }

  private static String oneLine(String message) {
    String flat = Printable.of(message.replaceAll("[\\s\\u2028\\u2029\\u0085]+", " "));
    return flat.length() <= MAX_LENGTH ? flat : flat.substring(0, MAX_LENGTH) + "...";
  }

  /** The line of the definition that is at fault; 0 when none is, or when the message says it. */
  public int line() {
    return line;
  }
}
