/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkflowIdsTest {
  private final Map<String, String> owners = new HashMap<>();

  private String register(String user, String id) {
    String kept = WorkflowIds.kept(owners::get, user, id);
    assertThat(owners.getOrDefault(kept, user)).as(kept).isEqualTo(user);
    owners.put(kept, user);
    return kept;
  }

  @Test
  void firstKeepsTheIdAndTheOthersHaveTheirNameWithIt() {
    assertThat(register("ann", "nightly")).isEqualTo("nightly");
    assertThat(register("bob", "nightly")).isEqualTo("nightly@@bob");
    assertThat(register("ann", "nightly")).isEqualTo("nightly");
    assertThat(register("bob", "nightly")).isEqualTo("nightly@@bob");
  }

  @Test
  void longFormIsTheSameWorkflow() {
    register("ann", "nightly");
    register("bob", "nightly");
    assertThat(register("ann", "nightly@@ann")).isEqualTo("nightly");
    assertThat(register("bob", "nightly@@bob")).isEqualTo("nightly@@bob");
    assertThat(register("eve", "hourly@@eve")).isEqualTo("hourly@@eve");
    assertThat(register("eve", "hourly")).isEqualTo("hourly@@eve");
  }

  @Test
  void nobodyTakesAnothersLongForm() {
    assertThat(register("bob", "nightly")).isEqualTo("nightly");
    assertThat(register("bob", "nightly@@ann")).isEqualTo("nightly@@ann@@bob");
    assertThat(register("ann", "nightly")).isEqualTo("nightly@@ann");
  }

  @Test
  void whatWasKeptBeforeStaysWhereItIs() {
    owners.put("etl@@prod", "ann");
    assertThat(register("ann", "etl@@prod")).isEqualTo("etl@@prod");
    assertThat(register("bob", "etl@@prod")).isEqualTo("etl@@prod@@bob");
    assertThat(register("bob", "etl@prod")).as("of Oozie's kind").isEqualTo("etl@prod");
  }

  @Test
  void namesThatAreNoIdsAndLongIdsFit() {
    owners.put("nightly", "bob");
    assertThat(register("ann b", "nightly")).matches("nightly@@ann_b[+][0-9a-f]{16}");
    assertThat(register("ann@b", "nightly")).matches("nightly@@ann_b[+][0-9a-f]{16}");
    String most = "x".repeat(WorkflowIds.MAX_ID);
    assertThat(register("bob", most)).isEqualTo(most);
    assertThat(register("ann", most)).hasSize(WorkflowIds.MAX_ID).endsWith("@ann");
    assertThat(register("ann", most)).isEqualTo(register("ann", most));
    assertThat(register("ann", most.substring(1) + "y"))
        .isNotEqualTo(register("ann", most.substring(1) + "z"));
  }

  @Test
  void userCallsHisByTheShortForm() {
    assertThat(WorkflowIds.called("nightly@@bob", "bob")).isEqualTo("nightly");
    assertThat(WorkflowIds.called("nightly", "bob")).isEqualTo("nightly");
    assertThat(WorkflowIds.called("@@bob", "bob")).isEqualTo("@@bob");
  }
}
