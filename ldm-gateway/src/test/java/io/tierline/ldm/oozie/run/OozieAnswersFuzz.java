/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.testing.Extended;
import io.tierline.ldm.testing.ParserFuzz;
import io.tierline.ldm.testing.TextMutator;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Answers that no Oozie gives: only refusals may come out. */
class OozieAnswersFuzz {
  private static final String DATASETS =
      new String(OozieCoordinator.datasets(), StandardCharsets.UTF_8);

  private static final long SEED = Long.getLong("tierline.fuzz.seed", 20261122);
  private static final int INPUTS = Extended.inputs(20_000);

  private static final TextMutator MUTATOR =
      new TextMutator(3, "<", "1e999", "${", "\\n", "actions");

  @Test
  void refusesOrReadsWhateverIsAnswered() {
    String answer =
        new OozieJob("1-W")
            .property("dir", "/d")
            .action("a", "OK", "b")
            .action("b", "RUNNING", null)
            .started("b", "2-W", "<map-reduce/>")
            .json();
    byte[] definition =
        OozieJob.definition(
            "<start to='a'/>"
                + OozieJob.copy("a", "${dir}", "/x", "b", "fail")
                + OozieJob.copy("b", "/x", "/y", "end", "fail"));
    new ParserFuzz(MUTATOR, answer, SEED, INPUTS)
        .run(
            4,
            (input, number) -> {
              WorkflowStatus status = OozieAnswers.workflow(input);
              FollowedWorkflow followed = new FollowedWorkflow(status.id(), definition);
              followed.told(followed.news(status));
              followed.newsOfLoss();
              OozieAnswers.workflows("{\"workflows\":[" + input + "]}");
            });
  }

  @Test
  void refusesOrReadsWhateverIsAnsweredOfACoordinator() {
    Random random = new Random(SEED);
    Instant start = Instant.parse("2026-11-22T00:00:00Z");
    String answer =
        new OozieCoordinator("1-C")
            .property("dir", "/d")
            .next(start.plusSeconds(7_200))
            .end(start.plusSeconds(1_000_000))
            .action(1, start, "RUNNING", "1-W")
            .action(2, start.plusSeconds(3_600), "WAITING", null)
            .json();
    String definition =
        new String(
            OozieCoordinator.definition("2026-11-22T00:00Z", 60, OozieCoordinator.copies()),
            StandardCharsets.UTF_8);
    int read = 0;
    for (int i = 0; i < INPUTS; i++) {
      String input = MUTATOR.mutated(answer, random);
      String document = i % 2 == 0 ? definition : MUTATOR.mutated(definition, random);
      try {
        CoordinatorStatus status = OozieAnswers.coordinator(input);
        FollowedCoordinator followed =
            new FollowedCoordinator(
                status.id(),
                document.getBytes(StandardCharsets.UTF_8),
                new ObservedRuns(),
                (path, user, most) ->
                    MUTATOR.mutated(DATASETS, random).getBytes(StandardCharsets.UTF_8));
        followed.update(status, 0);
        followed.told(followed.news(status, start.plusSeconds(86_400), 20, 20_000));
        assertThat(followed.scheduled()).isLessThanOrEqualTo(20);
        OozieAnswers.coordinators("{\"coordinatorjobs\":[" + input + "]}");
        read++;
      } catch (LineageException e) {
        assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
      } catch (RuntimeException | StackOverflowError e) {
        fail("seed %d, input %d: %s".formatted(SEED, i, input), e);
      }
    }
    assertThat(read).isGreaterThan(INPUTS / 100);
  }

  @Test
  void coordinatorsWithMoreActionsThanAreAskedForOrTimesThatAreNoneAreRefused() {
    OozieCoordinator many = new OozieCoordinator("1-C");
    StringBuilder actions = new StringBuilder();
    for (int i = 0; i <= OozieAnswers.ACTIONS_MAX; i++) {
      actions.append(i == 0 ? "" : ",").append("{\"id\":\"1-C@1\",\"status\":\"READY\",");
      actions.append("\"nominalTime\":\"Sun, 22 Nov 2026 00:00:00 GMT\"}");
    }
    String json = many.json().replace("\"actions\":[]", "\"actions\":[" + actions + "]");
    assertThatThrownBy(() -> OozieAnswers.coordinator(json)).hasMessageContaining("actions");
    String odd = many.json().replace("\"endTime\":null", "\"endTime\":\"2026-11-22\"");
    assertThatThrownBy(() -> OozieAnswers.coordinator(odd)).hasMessageContaining("endTime");
    assertThatThrownBy(() -> OozieAnswers.coordinators("{\"coordinatorjobs\":[{}]}"))
        .isInstanceOf(LineageException.class);
  }

  @Test
  void listsHoldIdsAndNothingElse() throws LineageException {
    assertThat(OozieAnswers.workflows("{\"workflows\":[]}")).isEmpty();
    assertThat(OozieAnswers.workflows("{\"total\":1,\"workflows\":[{\"id\":\"0-oozie-W\"}]}"))
        .containsExactly(new ListedJob("0-oozie-W", ""));
    for (String bad :
        new String[] {
          "",
          "[]",
          "{}",
          "{\"workflows\":{}}",
          "{\"workflows\":[{}]}",
          "{\"workflows\":[{\"id\":\"../x\"}]}",
          "{\"workflows\":[{\"id\":\"a?b\"}]}",
          "{\"workflows\":[{\"id\":\"" + "x".repeat(600) + "\"}]}"
        }) {
      assertThatThrownBy(() -> OozieAnswers.workflows(bad)).isInstanceOf(LineageException.class);
    }
  }

  @Test
  void namesAndNumbersAreBounded() throws Exception {
    OozieJob job = new OozieJob("1-W");
    for (int i = 0; i <= OozieAnswers.ACTIONS_MAX; i++) {
      job.action("a" + i, "OK", null);
    }
    assertThatThrownBy(() -> OozieAnswers.workflow(job.json())).hasMessageContaining("actions");
    String[] bad = {
      "{\"id\":\"1\"}",
      "{\"id\":\"1\",\"user\":\"a\\nb\",\"status\":\"RUNNING\"}",
      "{\"id\":\"1\",\"user\":\"\",\"status\":\"RUNNING\"}",
      "{\"id\":\"1\",\"user\":\"a\",\"status\":\"RUNNING\",\"conf\":\"<x\"}",
      "[".repeat(100_000),
    };
    for (String json : bad) {
      assertThatThrownBy(() -> OozieAnswers.workflow(json)).isInstanceOf(LineageException.class);
    }
    String least = "{\"id\":\"1\",\"user\":\"a\",\"status\":\"PREP\"}";
    assertThat(OozieAnswers.workflow(least).name()).isEqualTo("1");
  }
}
