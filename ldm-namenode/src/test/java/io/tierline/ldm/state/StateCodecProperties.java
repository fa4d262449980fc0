/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.Registration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class StateCodecProperties {
  @Provide
  Arbitrary<Workflow> workflows() {
    return Samples.workflows();
  }

  @Property(tries = 300)
  void registrationIsReadAsItWasWrittenHoweverItIsCut(
      @ForAll("workflows") Workflow workflow,
      @ForAll @IntRange(min = 256, max = 2_000) int chunkBytes,
      @ForAll @CharRange(from = '\u0001', to = '\ud7ff') String owner,
      @ForAll long seed)
      throws Exception {
    Random random = new Random(seed);
    Set<String> finished = new HashSet<>();
    for (Job job : workflow.jobs()) {
      if (random.nextBoolean()) {
        finished.add(job.name());
      }
    }
    StateCodec codec = new StateCodec(chunkBytes, 1_000);
    Registration given = new Registration(workflow, owner, finished);
    Map<String, byte[]> attributes = codec.encode(given);
    assertThat(attributes.entrySet())
        .allMatch(a -> !a.getKey().startsWith("doc.") || a.getValue().length <= chunkBytes);
    Registration read = codec.decode(attributes);
    assertThat(LineageDocument.write(read.workflow())).isEqualTo(LineageDocument.write(workflow));
    assertThat(read.owner()).isEqualTo(owner);
    assertThat(read.finished()).isEqualTo(finished);
    assertThat(new StateCodec(16 << 10, 32).decode(attributes)).isEqualTo(read);
  }

  @Property(tries = 1_000)
  void everyIdHasAFileNameOfItsOwn(
      @ForAll @StringLength(max = 300) @CharRange(from = '\u0001', to = '\ud7ff') String one,
      @ForAll @StringLength(max = 300) @CharRange(from = '\u0001', to = '\ud7ff') String other) {
    String name = StateCodec.name(one);
    assertThat(name).matches("[A-Za-z0-9._@+%~-]{1,200}").doesNotMatch("[.]*");
    if (!one.equals(other)) {
      assertThat(name).isNotEqualTo(StateCodec.name(other));
    }
  }

  @Property(tries = 300)
  void policyIsReadAsItWasWritten(
      @ForAll @CharRange(from = ' ', to = '\ud7ff') String below, @ForAll byte before)
      throws Exception {
    PolicyRecord given = new PolicyRecord("/" + below, "ONE_SSD", before);
    assertThat(PolicyRecord.decode(given.encode(FormatVersion.CURRENT), FormatVersion.CURRENT))
        .isEqualTo(given);
  }
}
