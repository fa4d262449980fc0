/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.testing.Extended;
import io.tierline.ldm.testing.ParserFuzz;
import io.tierline.ldm.testing.TextMutator;
import org.junit.jupiter.api.Test;

/**
 * Documents with bytes, tokens and stretches changed at random. Each is either a workflow, whose
 * graph can be built or refused, or is refused in one line; nothing else is ever thrown.
 */
class LineageDocumentFuzz {
  private static final int INPUTS = Extended.inputs(100_000);
  private static final long SEED = Long.getLong("tierline.fuzz.seed", 20_261_120);

  private static final String DOCUMENT =
      """
      {"id": "w", "name": "nightly", "jobs": [
       {"name": "a", "type": "spark", "line": 3, "writes": ["/s/a", "/g/p-*"], "inferredReads": ["/r"]},
       {"name": "b", "after": ["a"], "excludes": ["a"], "onError": true, "reads": ["/s/a/x"],
        "inferredWrites": ["hdfs://nn:8020/o"], "renames": [{"source": "/o", "target": "${t}/f"}]}],
       "notes": [{"line": 1, "job": "a", "text": "t"}]}
      """;

  private static final TextMutator MUTATOR =
      new TextMutator(
          4,
          "//",
          "/*",
          "${",
          "*",
          "{a,",
          "[z-a]",
          "..",
          "hdfs:",
          "\"name\":",
          "\"reads\":",
          "\"jobs\":",
          "/s",
          "~");

  @Test
  void everyInputIsReadOrRefusedInOneLine() {
    new ParserFuzz(MUTATOR, DOCUMENT, SEED, INPUTS)
        .run(2, (input, number) -> TaskGraph.of(new LineageDocument(input).read("w")));
  }
}
