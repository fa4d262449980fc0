/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FsckReportTest {
  private static final String UNDER =
      "%s:  Under replicated BP-1:blk_1_1. Target Replicas is 10 but found 4 live replica(s),"
          + " 0 decommissioned replica(s), 0 decommissioning replica(s).\n";

  @Test
  void partitionFileOfTeraSortIsForgiven() {
    FsckReport report =
        FsckReport.parse(
            "\n"
                + UNDER.formatted("/t/sort/_partition.lst")
                + "The filesystem under path '/t' is HEALTHY");
    assertThat(report.underReplicated()).containsExactly("/t/sort/_partition.lst");
    assertThat(report.isClean()).isTrue();
  }

  @Test
  void dataFileWithTooFewReplicasIsNot() {
    FsckReport report =
        FsckReport.parse(
            "."
                + UNDER.formatted("/t/sort/part-r-00000")
                + "The filesystem under path '/t' is HEALTHY");
    assertThat(report.isClean()).isFalse();
  }

  @Test
  void brokenRackRuleIsNot() {
    FsckReport report =
        FsckReport.parse(
            "/t/a:  Replica placement policy is violated for BP-1:blk_1_1. Block should be"
                + " additionally replicated on 1 more rack(s).\n is HEALTHY");
    assertThat(report.misReplicated()).containsExactly("/t/a");
    assertThat(report.isClean()).isFalse();
  }
}
