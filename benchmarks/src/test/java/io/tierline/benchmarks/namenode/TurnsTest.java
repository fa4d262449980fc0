/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final int BLOCKS_PER_FILE = 4;

  private final List<String> done = new ArrayList<>();
  private final PairFigures creates = new PairFigures(PairFigures.Time::elapsedNanos);
  private final PairFigures addBlocks = new PairFigures(PairFigures.Time::elapsedNanos);

  private final class Recorded implements Turns.Asked {
    private final String name;

    Recorded(String name) {
      this.name = name;
    }

    @Override
    public void nextFiles() {
      done.add(name + " files");
    }

    @Override
    public void create() {
      done.add(name + " create");
    }

    @Override
    public void addBlocks() {
      done.add(name + " add");
    }

    @Override
    public void report() {
      done.add(name + " report");
    }

    @Override
    public void complete() {
      done.add(name + " complete");
    }
  }

  @BeforeEach
  void run() throws Exception {
    creates.beginLife();
    addBlocks.beginLife();
    new Turns(new Recorded("a"), new Recorded("b"), 1, BLOCKS_PER_FILE)
        .run(2 * BLOCKS_PER_FILE / 2, creates, addBlocks);
  }

  /** So no difference of place between the two is left. */
  @Test
  void eachDoesWithTheNextFilesWhatTheOtherDidWithThese() {
    List<String> first = done.subList(0, done.size() / 2);
    List<String> second = done.subList(done.size() / 2, done.size());
    assertThat(second)
        .isEqualTo(
            first.stream()
                .map(step -> (step.startsWith("a") ? "b" : "a") + step.substring(1))
                .toList());
    assertThat(first)
        .startsWith(
            "b files",
            "a files",
            "a create",
            "b create",
            "a complete",
            "b complete",
            "a files",
            "b files",
            "b create",
            "a create",
            "b complete",
            "a complete",
            "b files")
        .containsSubsequence("b create", "a create", "a add", "b add")
        .endsWith("b report", "a report", "a complete", "b complete");
  }

  @Test
  void whoIsAskedFirstWasTheLastToBeToldOfBlocks() {
    assertThat(askedRightAfter("report", "add")).isEqualTo(2 * (BLOCKS_PER_FILE - 1));
  }

  @Test
  void whoCreatesFirstWasTheLastToMakeUpNames() {
    assertThat(askedRightAfter("files", "create")).isEqualTo(2 * Turns.CREATED_SETS);
  }

  /** How often one step follows another; it is of the same NameNode. */
  private int askedRightAfter(String before, String after) {
    int looked = 0;
    for (int i = 1; i < done.size(); i++) {
      if (done.get(i).endsWith(after) && done.get(i - 1).endsWith(before)) {
        assertThat(done.get(i).charAt(0)).isEqualTo(done.get(i - 1).charAt(0));
        looked++;
      }
    }
    return looked;
  }

  @Test
  void everyTurnIsInAPairAndFilesAreBlocks() {
    Map<String, Object> result = addBlocks.result(new LinkedHashMap<>());
    assertThat(result).containsEntry("pairs", BLOCKS_PER_FILE);
    assertThat((List<?>) ((List<?>) result.get(PairFigures.BLOCKS)).get(0)).hasSize(2);
    assertThat(creates.result(new LinkedHashMap<>())).containsEntry("pairs", Turns.CREATED_SETS);
  }

  @Test
  void bothLeadEquallyOftenHoweverFewPairsThereAre() throws Exception {
    for (int pairs : new int[] {1, 3, 4}) {
      done.clear();
      addBlocks.clear();
      new Turns(new Recorded("a"), new Recorded("b"), 1, BLOCKS_PER_FILE)
          .run(pairs, creates, addBlocks);
      List<String> files = done.stream().filter(step -> step.endsWith("files")).toList();
      assertThat(files.size() % (4 * Turns.CREATED_SETS)).isZero();
      assertThat(addBlocks.result(new LinkedHashMap<>()))
          .containsEntry("pairs", Math.max(2, pairs));
    }
  }
}
