/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static io.tierline.ldm.oozie.Workflows.after;
import static io.tierline.ldm.oozie.Workflows.definition;
import static io.tierline.ldm.oozie.Workflows.excludes;
import static io.tierline.ldm.oozie.Workflows.job;
import static io.tierline.ldm.oozie.Workflows.names;
import static io.tierline.ldm.oozie.Workflows.notes;
import static io.tierline.ldm.oozie.Workflows.read;
import static io.tierline.ldm.oozie.Workflows.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.Workflow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControlFlowTest {
  private Workflow branches;

  @BeforeEach
  void readBranches() throws LineageException {
    branches = resource("branches.xml", Map.of());
  }

  @Test
  void jobsFollowEachOtherThroughForksJoinsAndDecisions() {
    assertThat(after(branches, "full")).isEmpty();
    assertThat(after(branches, "left")).isEmpty();
    assertThat(after(branches, "left2")).isEqualTo("left");
    assertThat(after(branches, "even")).isEqualTo("left2 right");
    assertThat(after(branches, "uneven")).isEqualTo("left2 right");
    assertThat(after(branches, "report")).isEqualTo("even full quick uneven");
  }

  private static String fork(String first, String second, String more) {
    return Workflows.definition(
        "<start to='f'/><fork name='f'><path start='%s'/><path start='%s'/></fork>%s%s%s%s"
            .formatted(
                first,
                second,
                action("a", "j"),
                action("b", "end"),
                action("c", "k"),
                more + "<kill name='k'><message/></kill><end name='end'/>"));
  }

  private static String action(String name, String next) {
    return "<action name='%s'><email/><ok to='%s'/><error to='k'/></action>".formatted(name, next);
  }

  private static List<Note> faults(String definition) throws LineageException {
    return Workflows.read(definition).notes().stream().filter(Note::isFault).toList();
  }

  @Test
  void forkWhoseWaysDoNotComeTogetherIsAFault() throws LineageException {
    String join = "<join name='j' to='end'/>";
    assertThat(faults(fork("a", "b", join)))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.job()).isEqualTo("f");
              assertThat(fault.text()).contains("a way of fork 'f' comes to no join");
            });
    String two = join + action("d", "j2") + "<join name='j2' to='end'/>";
    assertThat(faults(fork("a", "d", two)))
        .singleElement()
        .satisfies(fault -> assertThat(fault.text()).contains("different joins, j, j2"));
    String inner =
        "<fork name='g'><path start='d'/><path start='e'/></fork>"
            + action("d", "i")
            + action("e", "i")
            + "<join name='i' to='j'/>"
            + join;
    assertThat(faults(fork("a", "g", inner))).isEmpty();
    assertThat(faults(fork("a", "c", join))).isEmpty();
    assertThat(branches.notes()).noneMatch(Note::isFault);
  }

  @Test
  void joinThatNoForkIsBeforeIsAFault() throws LineageException {
    String joined = "<kill name='k'><message/></kill><join name='j' to='end'/><end name='end'/>";
    assertThat(faults(Workflows.definition("<start to='a'/>" + action("a", "j") + joined)))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.job()).isEqualTo("j");
              assertThat(fault.text()).contains("no fork is before join 'j'");
            });
    String decided =
        "<start to='d'/><decision name='d'><switch><case to='a'>${x}</case><default to='b'/>"
            + "</switch></decision>";
    assertThat(
            faults(Workflows.definition(decided + action("a", "j") + action("b", "end") + joined)))
        .hasSize(1);
  }

  @Test
  void onlyWhatAFailureLeadsToRunsOnError() {
    assertThat(job(branches, "repair").onError()).isTrue();
    assertThat(job(branches, "tell").onError()).isTrue();
    assertThat(job(branches, "report").onError()).isFalse();
    assertThat(after(branches, "repair")).isEqualTo("full");
    assertThat(after(branches, "tell")).isEqualTo("repair");
  }

  @Test
  void branchesOfADecisionExcludeEachOtherAndBranchesOfAForkDoNot() {
    assertThat(excludes(branches, "full")).isEqualTo("even left left2 quick right uneven");
    assertThat(excludes(branches, "left")).isEqualTo("full quick repair tell");
    assertThat(excludes(branches, "even")).isEqualTo("full quick repair tell uneven");
    assertThat(excludes(branches, "report")).isEqualTo("repair tell");
  }

  @Test
  void aNodeThatNothingLeadsToIsNotedAndNoJob() {
    assertThat(names(branches)).doesNotContain("forgotten");
    assertThat(notes(branches)).contains("nothing leads to this node: it never runs");
  }

  @Test
  void aJobBehindSuccessAndFailureAlikeIsExpectedToRun() throws LineageException {
    Workflow workflow =
        read(
            definition(
                "<start to='a'/><action name='a'><fs/><ok to='b'/><error to='b'/></action>"
                    + "<action name='b'><fs/><ok to='e'/><error to='e'/></action>"
                    + "<end name='e'/>"));
    assertThat(job(workflow, "b").onError()).isFalse();
    assertThat(after(workflow, "b")).isEqualTo("a");
  }

  @Test
  void forksInsideForksRunSideBySide() throws LineageException {
    Workflow workflow =
        read(
            definition(
                "<start to='f'/><fork name='f'><path start='g'/><path start='c'/></fork>"
                    + "<fork name='g'><path start='a'/><path start='b'/></fork>"
                    + "<action name='a'><fs/><ok to='k'/><error to='x'/></action>"
                    + "<action name='b'><fs/><ok to='k'/><error to='x'/></action>"
                    + "<action name='c'><fs/><ok to='j'/><error to='x'/></action>"
                    + "<join name='k' to='d'/>"
                    + "<action name='d'><fs/><ok to='j'/><error to='x'/></action>"
                    + "<join name='j' to='e'/>"
                    + "<kill name='x'><message/></kill><end name='e'/>"));
    assertThat(excludes(workflow, "a")).isEmpty();
    assertThat(excludes(workflow, "c")).isEmpty();
    assertThat(after(workflow, "d")).isEqualTo("a b");
  }

  @Test
  void theLineOfATagOverSeveralLinesIsItsFirst() throws LineageException {
    Workflow workflow =
        read(
            definition(
                "<start to='a'/>\n<!-- a comment\n over lines --><action\n name='a'\n>\n<fs/>"
                    + "<ok to='e'/><error to='e'/></action><end name='e'/>"));
    assertThat(job(workflow, "a").line()).isEqualTo(4);
  }
}
