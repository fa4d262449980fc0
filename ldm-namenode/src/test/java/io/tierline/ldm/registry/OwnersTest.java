/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one user states is neither contradicted nor changed by what another does. */
class OwnersTest {
  private final LineageRegistry registry = new LineageRegistry(100);

  private static Workflow chain(String id) {
    return workflow(
        id, job("make").writes(at("/data/a")), job("use").reads(at("/data/a")).after("make"));
  }

  @BeforeEach
  void annsChain() throws LineageException {
    registry.register(chain("nightly"), "ann");
  }

  private ManagedDataset as(String user) {
    return registry
        .view()
        .find("/data/a/part-0", each -> each.owner().equals(user) ? Standing.OWNER : Standing.NONE);
  }

  @Test
  void oneIdIsTwoWorkflows() throws LineageException {
    assertThat(registry.register(chain("nightly"), "bob")).isTrue();
    assertThat(registry.register(chain("nightly"), "bob")).isFalse();
    assertThat(registry.view().registrations()).containsOnlyKeys("nightly", "nightly@@bob");
    registry.withdraw(registry.view().idOf("bob", "nightly"));
    assertThat(as("ann").vertex().reusability()).isEqualTo(1);
  }

  @Test
  void outputOfAnotherIsStatedBesideHis() throws LineageException {
    ManagedDataset before = as("ann");
    registry.register(workflow("squat", job("take").writes(at("/data/a"))), "bob");
    assertThat(as("ann").vertex()).isEqualTo(before.vertex());
    assertThat(as("bob").vertex().writers()).containsExactly(new JobId("squat", "take"));
    assertThat(as("bob").vertex().readers()).containsExactly(new JobId("nightly", "use"));
    assertThat(registry.view().find("/data/a/x", each -> Standing.NONE)).isNull();
    registry.withdraw("squat");
    assertThat(as("ann")).isEqualTo(before);
  }

  @Test
  void sameUserStillHasOneWriter() {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(
            () -> registry.register(workflow("again", job("take").writes(at("/data/a"))), "ann"));
  }

  @Test
  void whatLiesBelowIsTheNearestThatCounts() throws LineageException {
    registry.register(workflow("below", job("take").writes(at("/data/a/part-0"))), "bob");
    assertThat(as("ann").root()).isEqualTo("/data/a");
    assertThat(as("bob").root()).isEqualTo("/data/a/part-0");
  }

  @Test
  void circleOverAnothersDataIsNone() throws LineageException {
    registry.register(workflow("back", job("b").reads(at("/data/b")).writes(at("/data/c"))), "ann");
    registry.register(workflow("loop", job("l").reads(at("/data/c")).writes(at("/data/b"))), "bob");
    assertThat(registry.view().registrations()).hasSize(3);
  }

  @Test
  void readersOfOthersCountAndPutNothingOff() throws LineageException {
    registry.register(
        workflow("late", job("a"), job("b").after("a"), job("c").after("b").reads(at("/data/a"))),
        "bob");
    assertThat(as("ann").vertex().reusability()).isEqualTo(2);
    assertThat(as("ann").vertex().slack()).isZero();
    assertThat(as("ann").vertex().stay()).isZero();
  }

  @Test
  void moveOfAnothersDataBringsItNoReaders() throws LineageException {
    registry.register(
        workflow(
            "mv", job("m").renames(at("/data/a"), at("/b")), job("r").reads(at("/b")).after("m")),
        "bob");
    assertThat(as("ann").vertex().reusability()).isEqualTo(1);
  }
}
