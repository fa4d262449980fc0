/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;

/**
 * What came of a combination.
 *
 * @param name the combination's
 * @param hadoop the version that ran, by the jars; empty when no test with it ran
 * @param hbase the same of HBase
 * @param java the version that tests ran in
 * @param passes whether all that was to run did, and nothing failed
 * @param firstFailure the first test that failed, or what stopped the build; empty when it passes
 * @param commit that was tried
 * @param date when, as in 2026-11-28
 * @param modules tests by module, those on clusters included
 */
@JsonPropertyOrder({
  "name",
  "hadoop",
  "hbase",
  "java",
  "passes",
  "firstFailure",
  "commit",
  "date",
  "modules"
})
record CompatibilityRow(
    String name,
    String hadoop,
    String hbase,
    String java,
    boolean passes,
    String firstFailure,
    String commit,
    String date,
    Map<String, Tests> modules) {

  /** How many tests of a module were run, and what came of them. */
  @JsonPropertyOrder({"run", "failed", "skipped"})
  record Tests(long run, long failed, long skipped) {
    static final Tests NONE = new Tests(0, 0, 0);

    Tests plus(Tests other) {
      return new Tests(run + other.run, failed + other.failed, skipped + other.skipped);
    }
  }

  Tests all() {
    return modules.values().stream().reduce(Tests.NONE, Tests::plus);
  }
}
