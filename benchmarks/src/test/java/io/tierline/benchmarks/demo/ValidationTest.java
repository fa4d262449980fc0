/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class ValidationTest {
  @Test
  void checksumAndErrorsAreToldApart() {
    Validation validation =
        Validation.parse(Stream.of("error\tmisorder in part-r-00000", "checksum\t7a27e2d0d55de"));
    assertThat(validation.checksum()).isEqualTo("7a27e2d0d55de");
    assertThat(validation.errors()).containsExactly("error\tmisorder in part-r-00000");
  }

  @Test
  void rowsAreSummedAsTeraValidateDoes() throws IOException {
    byte[] rows = new byte[200];
    rows[150] = 1;
    assertThat(RowChecksum.sum(input(rows), rows.length)).isEqualTo(crc(rows, 0) + crc(rows, 100));
  }

  @Test
  void cutRowIsAnError() {
    assertThatThrownBy(() -> RowChecksum.sum(input(new byte[150]), 150))
        .hasMessageContaining("cut short");
  }

  private static DataInputStream input(byte[] rows) {
    return new DataInputStream(new ByteArrayInputStream(rows));
  }

  private static long crc(byte[] rows, int offset) {
    CRC32 crc = new CRC32();
    crc.update(rows, offset, 100);
    return crc.getValue();
  }
}
