/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetriesTest {
  private final Retries retries = new Retries();

  @Test
  void blockIsAskedForAgainWhereMoreNodesAreExcluded() {
    assertThat(retries.isOne("/a", 0)).isFalse();
    assertThat(retries.isOne("/a", 1)).isTrue();
    assertThat(retries.isOne("/a", 1)).isFalse();
    assertThat(retries.isOne("/a", 3)).isTrue();
    assertThat(retries.isOne("/b", 1)).isTrue();
  }

  @Test
  void excludedNodesAreForgottenByTheClientAfterAWhile() {
    assertThat(retries.isOne("/a", 3)).isTrue();
    assertThat(retries.isOne("/a", 1)).isFalse();
    assertThat(retries.isOne("/a", 2)).isTrue();
  }

  @Test
  void filesAskedForLongAgoAreForgotten() {
    retries.isOne("/first", 1);
    for (int i = 0; i < Retries.MOST; i++) {
      retries.isOne("/later/" + i, 1);
    }
    assertThat(retries.isOne("/first", 1)).isTrue();
    assertThat(retries.isOne("/later/" + (Retries.MOST - 1), 1)).isFalse();
  }

  @Test
  void fileWithoutAPathIsAskedForAgainWhereNodesAreExcluded() {
    assertThat(retries.isOne(null, 1)).isTrue();
    assertThat(retries.isOne(null, 0)).isFalse();
  }
}
