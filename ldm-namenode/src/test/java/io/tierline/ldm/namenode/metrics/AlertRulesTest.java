/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example alerts: complete, and each explained to whom it wakes. */
class AlertRulesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static List<String> rules() throws IOException {
    String file = Files.readString(ROOT.resolve("conf/prometheus-ldm-alerts.yml"));
    String[] parts = file.split("\n      - alert: ");
    assertThat(parts[0]).contains("groups:\n  - name: tierline-ldm\n    rules:");
    return Arrays.asList(parts).subList(1, parts.length);
  }

  @Test
  void everyRuleHasAnExpressionASeverityAndASummary() throws IOException {
    assertThat(rules()).hasSizeGreaterThan(10);
    assertThat(rules())
        .allSatisfy(
            rule ->
                assertThat(rule)
                    .containsPattern("\n        expr: .*")
                    .containsPattern("tierline_ldm_[a-z_]+")
                    .containsPattern(
                        "\n        labels:\n          severity: (info|warning|critical)\n")
                    .containsPattern("\n        annotations:\n          summary: .{20,}"));
  }

  @Test
  void manualSaysWhatToDoOnEach() throws IOException {
    String manual = Files.readString(ROOT.resolve("docs/ldm-watch.md"));
    for (String rule : rules()) {
      String name = rule.lines().findFirst().orElseThrow();
      assertThat(manual).contains("| `" + name + "` |");
    }
  }
}
