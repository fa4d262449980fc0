/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HostFitTest {

  /** A scanner of some other HBase. */
  private interface OtherScanner {
    boolean seek(String key);
  }

  @Test
  void thisHbaseFitsAndOneWithOtherCellsDoesNot() {
    assertThatCode(() -> HostFit.require(KeyValueScanner.class)).doesNotThrowAnyException();
    assertThatThrownBy(() -> HostFit.require(OtherScanner.class))
        .isInstanceOf(LinkageError.class)
        .hasMessageContaining(HostFileScanner.CELL.getName());
  }
}
