/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentFilesTest {
  private final RecentFiles recent = new RecentFiles();

  private static RecentFiles.Version file(int number, long modified) {
    return new RecentFiles.Version("ann", "/" + number, 3, modified);
  }

  @Test
  void fileIsKnownWhileItIsAsItWas() {
    byte[] content = {1, 2, 3};
    recent.add(file(1, 7), content);
    assertThat(recent.of(file(1, 7))).isSameAs(content);
    assertThat(recent.of(file(1, 8))).isNull();
    assertThat(recent.of(file(2, 7))).isNull();
  }

  @Test
  void whatIsAskedForStaysAndOthersMakeRoom() {
    int large = RecentFiles.BYTES_MAX / 4;
    for (int number = 0; number < 100; number++) {
      recent.of(file(0, 0));
      recent.add(file(number, 0), new byte[large]);
      recent.add(file(number, 0), new byte[large]);
    }
    assertThat(recent.of(file(0, 0))).hasSize(large);
    assertThat(recent.of(file(99, 0))).hasSize(large);
    assertThat(recent.of(file(50, 0))).isNull();
  }
}
