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

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.Workflow;
import java.util.HashSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LineageDocumentProperties {
  @Provide
  Arbitrary<Workflow> workflows() {
    return Samples.workflows();
  }

  @Property(tries = 300)
  void documentReadsBackAsTheWorkflow(@ForAll("workflows") Workflow workflow)
      throws LineageException {
    String document = LineageDocument.write(workflow);
    Workflow back = new LineageDocument(document).read("other");
    assertThat(LineageDocument.write(back)).isEqualTo(document);
    assertThat(back.id()).isEqualTo(workflow.id());
    for (int i = 0; i < workflow.jobs().size(); i++) {
      // Uses are grouped by kind in a document; their order carries no meaning.
      assertThat(new HashSet<>(back.jobs().get(i).uses()))
          .isEqualTo(new HashSet<>(workflow.jobs().get(i).uses()));
      assertThat(back.jobs().get(i).after()).isEqualTo(workflow.jobs().get(i).after());
      assertThat(back.jobs().get(i).line()).isEqualTo(workflow.jobs().get(i).line());
    }
  }

  @Property(tries = 300)
  void anyTextIsADocumentOrRefusedInOneLine(@ForAll String text) {
    try {
      new LineageDocument(text).read("w");
    } catch (LineageException refused) {
      assertThat(refused.getMessage()).isNotBlank().doesNotContain("\n");
    }
  }
}
