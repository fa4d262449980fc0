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
import static org.assertj.core.api.Assertions.fail;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Documents with bytes, tokens and stretches changed at random. Each is either a workflow, whose
 * graph can be built or refused, or is refused in one line; nothing else is ever thrown.
 */
class LineageDocumentFuzz {
  private static final int INPUTS = 100_000;
  private static final long SEED = Long.getLong("tierline.fuzz.seed", 20_261_120);

  private static final String DOCUMENT =
      """
      {"id": "w", "name": "nightly", "jobs": [
       {"name": "a", "type": "spark", "line": 3, "writes": ["/s/a", "/g/p-*"], "inferredReads": ["/r"]},
       {"name": "b", "after": ["a"], "excludes": ["a"], "onError": true, "reads": ["/s/a/x"],
        "inferredWrites": ["hdfs://nn:8020/o"], "renames": [{"source": "/o", "target": "${t}/f"}]}],
       "notes": [{"line": 1, "job": "a", "text": "t"}]}
      """;

  private static final String[] TOKENS = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "-1",
    "1e400",
    "\\u0000",
    "\\ud800",
    "//",
    "/*",
    "${",
    "}",
    "*",
    "{a,",
    "[z-a]",
    "..",
    "hdfs:",
    "99999999999999999999",
    "\"a\"",
    "[]",
    "{}",
    "\n",
    "\u2028",
    "\"name\":",
    "\"reads\":",
    "\"jobs\":",
    "/s",
    "~"
  };

  @Test
  void everyInputIsReadOrRefusedInOneLine() {
    Random random = new Random(SEED);
    int read = 0;
    int refused = 0;
    for (int i = 0; i < INPUTS; i++) {
      String input = mutated(random);
      try {
        Workflow workflow = new LineageDocument(input).read("w");
        read++;
        TaskGraph.of(workflow);
      } catch (LineageException e) {
        refused++;
        if (e.getMessage().isBlank() || e.getMessage().contains("\n")) {
          fail("seed %d, input %d: no single line: %s".formatted(SEED, i, e.getMessage()));
        }
      } catch (RuntimeException | StackOverflowError e) {
        fail("seed %d, input %d: %s".formatted(SEED, i, input), e);
      }
    }
    // Both ways are taken often, or the mutations have stopped to mean anything.
    assertThat(read).isGreaterThan(INPUTS / 100);
    assertThat(refused).isGreaterThan(INPUTS / 2);
  }

  private static String mutated(Random random) {
    StringBuilder text = new StringBuilder(DOCUMENT);
    for (int change = 1 + random.nextInt(4); change > 0; change--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + random.nextInt(8));
      switch (random.nextInt(5)) {
        case 0 -> text.setCharAt(at, (char) random.nextInt(0x100));
        case 1 -> text.insert(at, TOKENS[random.nextInt(TOKENS.length)]);
        case 2 -> text.delete(at, end);
        case 3 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
        default -> text.replace(at, end, TOKENS[random.nextInt(TOKENS.length)]);
      }
    }
    return text.toString();
  }
}
