/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.oozie.run.ListedJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FairChoiceTest {
  private static final String BEFORE = "-261122100000000-oozie-W";
  private static final String AFTER = "-261123090000000-oozie-W";

  @Test
  void oldestComeFirstAlsoAcrossARestartOfTheServerAndPastTheDigits() {
    List<ListedJob> jobs = new ArrayList<>();
    for (String id : List.of("0000000" + AFTER, "10000000" + BEFORE, "9999999" + BEFORE, "odd")) {
      jobs.add(new ListedJob(id, "ann"));
    }
    assertThat(FairChoice.of(jobs, 3))
        .containsExactly("odd", "9999999" + BEFORE, "10000000" + BEFORE);
  }

  @Test
  void choiceDependsOnNothingButTheJobs() {
    List<ListedJob> jobs = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      jobs.add(new ListedJob("%07d".formatted(i) + AFTER, "user" + i % 7));
    }
    Set<String> chosen = FairChoice.of(jobs, 31);
    assertThat(chosen).hasSize(31);
    Random random = new Random(13);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(jobs, random);
      assertThat(FairChoice.of(jobs, 31)).isEqualTo(chosen);
    }
  }
}
