/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimTableTest {
  private static String heading(String addresses, String skipped) throws NativeException {
    List<Row> rows =
        Table.parse(
            "sample",
            List.of(
                SampleTables.FIGURES + "\taddresses\tskipped_records",
                SampleTables.figure("noop", "sda", 3) + "\t" + addresses + "\t" + skipped));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SimTable.print(
        new PrintStream(bytes, true, StandardCharsets.UTF_8),
        List.of(new SimRun(1, 1, rows, List.of(), List.of())));
    return bytes.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
  }

  @Test
  void headingSaysWhatOfTheTraceIsNotAsRecorded() throws NativeException {
    assertThat(heading("as-is", "0")).contains("outstanding, best peer noop");
    assertThat(heading("scale", "7"))
        .contains("addresses fitted to the disk by scale, 7 records skipped, best peer noop");
  }
}
