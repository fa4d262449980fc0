/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.migration.MigrationPlan;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.rating.Medium;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MigrationPlanDocumentTest {
  static final MigrationPlan PLAN =
      new MigrationPlan(
          "plan-1",
          Instant.parse("2026-11-21T20:00:00.123Z"),
          "ann",
          List.of(
              new Move(
                  Move.Why.NO_USE_LEFT,
                  "nobody \"reads\" it",
                  "/out",
                  "/out/part-0",
                  1_073_741_825,
                  134_217_728,
                  "uuid-1",
                  Medium.SSD,
                  "uuid-1",
                  Medium.DISK,
                  0.87),
              new Move(
                  Move.Why.USE_IS_NEAR,
                  "",
                  "/in",
                  "/in/ä",
                  -5,
                  0,
                  "uuid-1",
                  Medium.DISK,
                  "uuid-2",
                  Medium.NVDIMM,
                  0)));

  @Test
  void whatIsWrittenIsRead() throws Exception {
    String text = MigrationPlanDocument.write(PLAN);
    assertThat(MigrationPlanDocument.read(text)).isEqualTo(PLAN);
    assertThat(text).startsWith("{\"version\":1,\"id\":\"plan-1\"");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"version\":1', '\"version\":2', version",
    "'\"version\":1', '\"version\":1.5', migration plan",
    "'\"version\":1', '\"version\":null', migration plan",
    "'\"id\":\"plan-1\"', '\"id\":\"a/b\"', id",
    "'\"id\":\"plan-1\"', '\"id\":null', 'id'",
    "'2026-11-21', 'yesterday', yesterday",
    "'\"by\":\"ann\"', '\"by\":null', by",
    "'\"by\":\"ann\"', '\"who\":\"ann\"', who",
    "'\"moves\":[', '\"moves\":[null,', 'move 0 is null'",
    "'NO_USE_LEFT', 'WHIM', 'move 0: '",
    "'\"/out\"', '\"out\"', 'no absolute path'",
    "'134217728', '-1', 'move 0: '",
    "'134217728', '1e400', migration plan",
    "'\"from\":\"SSD\"', '\"from\":\"FLOPPY\"', 'move 0: '",
    "'\"from\":\"SSD\"', '\"from\":\"DISK\"', 'somewhere else'",
    "'0.87', '-0.87', 'move 0: '",
    "'0.87', '\"0.87\"', migration plan",
    "'\"fromNode\":\"uuid-1\"', '\"fromNode\":\"\"', 'move 0: '",
  })
  void badValueIsRefusedInOneLine(String good, String bad, String message) {
    String text = MigrationPlanDocument.write(PLAN);
    assertThat(text).contains(good);
    assertRefused(text.replaceFirst(Pattern.quote(good), bad), message);
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> MigrationPlanDocument.read(text))
        .isInstanceOf(LineageException.class)
        .hasMessageStartingWith("not a migration plan: ")
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void whatIsNoPlanIsRefused() {
    assertRefused("", "");
    assertRefused("null", "version");
    assertRefused("[]", "");
    assertRefused("{\"version\":1}", "moves");
    assertRefused(MigrationPlanDocument.write(PLAN) + "{}", "");
    String longPath = "/" + "x".repeat(9_000);
    assertRefused(MigrationPlanDocument.write(PLAN).replace("/out/part-0", longPath), "file");
  }

  @Test
  void planWithoutEndIsRefused() {
    String many = "null,".repeat(MigrationPlanDocument.MAX_MOVES) + "null";
    assertRefused("{\"version\":1,\"moves\":[" + many + "]}", "more than");
  }
}
