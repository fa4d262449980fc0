/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedFilesTest {
  private final List<Integer> allowed = new ArrayList<>();
  private long nanos = 17;

  private byte[] slow(String path, String user, int most) {
    allowed.add(most);
    nanos += BoundedFiles.TIME_MAX.toNanos() / 2;
    return "%-1000s".formatted("<datasets/>").getBytes(UTF_8);
  }

  @Test
  void noFileIsBegunOnceTheTimeIsOver() throws Exception {
    BoundedFiles files = new BoundedFiles(this::slow, "ann", () -> nanos);
    files.read("/a.xml");
    files.read("/b.xml");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> files.read("/c.xml"))
        .withMessageContaining("more than 10 s");
    assertThat(allowed).containsExactly(BoundedFiles.BYTES_MAX, BoundedFiles.BYTES_MAX - 1_000);
  }
}
