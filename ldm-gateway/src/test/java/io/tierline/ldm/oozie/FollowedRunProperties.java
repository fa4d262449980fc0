/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.oozie.FlowNode.Kind;
import io.tierline.ldm.oozie.run.FollowedWorkflow;
import io.tierline.ldm.oozie.run.OozieAnswers;
import io.tierline.ldm.oozie.run.OozieJob;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random flows, run on random ways and looked at at random times. */
class FollowedRunProperties {
  @Provide
  Arbitrary<FlowBlock> flows() {
    return FlowBlock.rows(2);
  }

  /** What the run does, one after the other: a job starts, or a node is left. */
  private static final class Run {
    final List<String[]> steps = new ArrayList<>();
    final Set<String> jobs = new HashSet<>();
    private final Map<String, FlowNode> nodes = new HashMap<>();
    private final Random random;

    Run(byte[] document, Random random) throws Exception {
      this.random = random;
      DefinitionReader.read(XmlReader.read("w", document))
          .nodes()
          .forEach(node -> nodes.put(node.name(), node));
      go(FlowNode.START, "");
    }

    private void go(String from, String until) {
      FlowNode node = nodes.get(from);
      while (node.kind() != Kind.END && !node.name().equals(until)) {
        node = nodes.get(leave(node));
      }
    }

    private String leave(FlowNode node) {
      List<Transition> ways = node.transitions();
      String to = ways.get(0).to();
      if (node.kind() == Kind.ACTION) {
        jobs.add(node.name());
        steps.add(new String[] {node.name(), "RUNNING", null});
      } else if (node.kind() == Kind.DECISION) {
        to = ways.get(random.nextInt(ways.size())).to();
      } else if (node.kind() == Kind.FORK) {
        steps.add(new String[] {node.name(), "OK", "*"});
        String join = node.name() + "-join";
        ways.forEach(way -> go(way.to(), join));
        return join;
      }
      steps.add(new String[] {node.name(), "OK", to});
      return to;
    }
  }

  @Property(tries = 200)
  void whatTheRunComesToCountsUntilItHasEndedAndNothingElseAfter(
      @ForAll("flows") FlowBlock flow, @ForAll long seed) throws Exception {
    Random random = new Random(seed);
    byte[] document = new FlowBlock.Expected(flow).definition().getBytes(StandardCharsets.UTF_8);
    Run run = new Run(document, random);
    FollowedWorkflow followed = new FollowedWorkflow("1-W", document);
    OozieJob job = new OozieJob("1-W");
    Map<String, JobState> told = new HashMap<>();
    Set<String> ended = new HashSet<>();
    look(followed, job, told);
    for (String[] step : run.steps) {
      job.action(step[0], step[1], step[2]);
      if (step[1].equals("OK")) {
        ended.add(step[0]);
      }
      if (random.nextInt(3) == 0) {
        look(followed, job, told);
        for (String name : run.jobs) {
          assertThat(told.get(name))
              .as("%s, seed %d", name, seed)
              .isEqualTo(ended.contains(name) ? JobState.SUCCEEDED : JobState.RUNNING);
        }
      }
    }
    job.status("SUCCEEDED");
    look(followed, job, told);
    told.forEach(
        (name, state) ->
            assertThat(state)
                .as("%s, seed %d", name, seed)
                .isEqualTo(run.jobs.contains(name) ? JobState.SUCCEEDED : JobState.KILLED));
  }

  private static void look(FollowedWorkflow followed, OozieJob job, Map<String, JobState> told)
      throws Exception {
    List<Observation> news = followed.news(OozieAnswers.workflow(job.json()));
    followed.told(news);
    for (Observation seen : news) {
      JobState before = told.put(seen.job(), seen.state());
      assertThat(before == null || !before.isEnd() || before == seen.state())
          .as("%s was %s and is %s", seen.job(), before, seen.state())
          .isTrue();
    }
  }
}
