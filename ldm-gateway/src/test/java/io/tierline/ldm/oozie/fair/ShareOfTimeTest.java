/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.LineageException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ShareOfTimeTest {
  private long millis;
  private int reads;

  private final ShareOfTime files =
      new ShareOfTime(
          (path, user, most) -> {
            reads++;
            millis += path.equals("/slow") ? ShareOfTime.MOST.toMillis() / 2 : 1;
            return new byte[0];
          },
          () -> millis);

  @Test
  void slowFilesOfOneUserHoldUpNobodyElseForLong() throws IOException {
    files.read("/slow", "mallory", 1);
    files.read("/slow", "mallory", 1);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> files.read("/quick", "mallory", 1))
        .isNotInstanceOf(LineageException.class)
        .withMessageContaining("tried again later");
    assertThat(reads).isEqualTo(2);
    assertThat(files.read("/quick", "ann", 1)).isEmpty();
    files.begin();
    assertThat(files.read("/quick", "mallory", 1)).isEmpty();
  }

  @Test
  void timeOfAFileThatCannotBeReadCountsToo() {
    ShareOfTime hanging =
        new ShareOfTime(
            (path, user, most) -> {
              reads++;
              millis += ShareOfTime.MOST.toMillis();
              throw new IOException("no DataNode answers");
            },
            () -> millis);
    for (int i = 0; i < 3; i++) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> hanging.read("/any", "mallory", 1));
    }
    assertThat(reads).isEqualTo(1);
  }
}
