/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import java.nio.charset.StandardCharsets;

/**
 * What one request has brought.
 *
 * @param user whose events they are; holds no line break
 * @param events how many
 * @param text an array of them
 * @param bytes as it stands in the file: a line each for user and number, and the text
 */
record QueueEntry(String user, int events, String text, byte[] bytes) {
  /** What an entry takes beside its text, in the file and of the heap. */
  private static final int OVERHEAD = 256;

  private static final int LINES = 3;

  static QueueEntry of(String user, int events, String text) {
    if (user.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a user's name is one line");
    }
    String all = user + "\n" + events + "\n" + text;
    return new QueueEntry(user, events, text, all.getBytes(StandardCharsets.UTF_8));
  }

  static QueueEntry read(byte[] bytes) {
    String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", LINES);
    return new QueueEntry(lines[0], Integer.parseInt(lines[1]), lines[2], bytes);
  }

  long size() {
    return (long) bytes.length + OVERHEAD;
  }
}
