/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.coord.FileKind;
import io.tierline.ldm.oozie.coord.FileReport;
import io.tierline.ldm.oozie.coord.FileReport.Run;
import io.tierline.ldm.oozie.coord.JointPlan;
import io.tierline.ldm.oozie.coord.PlanWindow;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each rule holds of a sound lineage, and is broken by the fault that it is there for. */
class RuleTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Reading AT_NOON = Reading.UNKNOWN.at(NOON);
  private static final DatasetPath RAW = DatasetPath.of("/raw");
  private static final DatasetPath CLEAN = DatasetPath.of("/clean");

  private final Job make =
      Job.named("make", "hive2").use(DatasetUse.writes(RAW)).reading(AT_NOON).build();

  private static Workflow action(String coordinator, Job... jobs) {
    return new Workflow(coordinator + "@2026-03-01T12:00Z", coordinator, List.of(jobs), List.of());
  }

  /** Two programs after one another, of which the first is said to read until both have ended. */
  private static Workflow cleaning(String type, Set<String> until) {
    Job first =
        Job.named("first", type).use(DatasetUse.reads(RAW)).reading(AT_NOON.until(until)).build();
    Job second = Job.named("second", "spark").after("first").use(DatasetUse.writes(CLEAN)).build();
    return action("clean", first, second);
  }

  private static JointPlan plan(BlockGraph blocks, TaskGraph tasks, List<Workflow> workflows) {
    Run run =
        new Run(
            "clean",
            "clean",
            "",
            "1 h",
            NOON,
            null,
            "UTC",
            "w.xml",
            1,
            List.of(),
            List.of(DatasetUse.reads(RAW), DatasetUse.writes(CLEAN)));
    FileReport file =
        new FileReport(
            "c.xml",
            FileKind.COORDINATOR,
            null,
            "clean",
            null,
            List.of(run),
            List.of(),
            List.of(),
            0);
    return new JointPlan(
        List.of(file), workflows, tasks, List.of(), blocks, List.of(), new PlanWindow(NOON, null));
  }

  private JointPlan planned(Workflow clean) throws LineageException {
    List<Workflow> workflows = List.of(action("make", make), clean);
    TaskGraph tasks = TaskGraph.of(workflows);
    return plan(BlockGraph.planned(tasks), tasks, workflows);
  }

  private static List<String> broken(JointPlan plan) {
    return Rule.of(plan).stream()
        .flatMap(rule -> rule.broken().stream())
        .map(broken -> broken.where() + ": " + broken.why())
        .toList();
  }

  @Test
  void soundLineageKeepsAllRules() throws LineageException {
    JointPlan plan = planned(cleaning("hive2", Set.of("second")));
    assertThat(broken(plan)).isEmpty();
    assertThat(Rule.of(plan)).extracting(Rule::looked).containsExactly(1L, 1L, 2L, 1L);
  }

  @Test
  void useBeforeTheProducerHasRunIsFound() throws LineageException {
    List<Workflow> workflows = List.of(action("make", make), cleaning("hive2", Set.of("second")));
    TaskGraph tasks = TaskGraph.of(workflows);
    JointPlan atNominalTimes = plan(BlockGraph.of(tasks, Set.of()), tasks, workflows);
    assertThat(broken(atNominalTimes))
        .containsExactly(
            "/raw: used at 2026-03-01T12:00:00Z; make@2026-03-01T12:00Z/make begins at"
                + " 2026-03-01T12:00:00Z");
  }

  @Test
  void commandsToTheFileSystemThatReadAreFound() throws LineageException {
    assertThat(broken(planned(cleaning("fs", Set.of("second")))))
        .containsExactly("clean@2026-03-01T12:00Z/first: is fs and reads /raw");
  }

  @Test
  void mailsThatWriteAreFound() throws LineageException {
    Job mail = Job.named("mail", "email").use(DatasetUse.writes(CLEAN)).build();
    assertThat(broken(planned(action("other", mail))))
        .containsExactly("other@2026-03-01T12:00Z/mail: is email and writes /clean");
  }

  @Test
  void inputThatIsGivenUpTooEarlyIsFound() throws LineageException {
    assertThat(broken(planned(cleaning("hive2", Set.of()))))
        .containsExactly("clean: /raw has no reader while second is still to run");
  }

  /** A program that is said to read that until all have ended, and one after it. */
  private static Workflow cleaning(DatasetPath read, Set<String> until) {
    Job first =
        Job.named("first", "hive2")
            .use(DatasetUse.reads(read))
            .reading(AT_NOON.until(until))
            .build();
    Job second = Job.named("second", "spark").after("first").use(DatasetUse.writes(CLEAN)).build();
    return action("clean", first, second);
  }

  @Test
  void inputIsHeldByWhoReadsAPartOfIt() throws LineageException {
    DatasetPath day = DatasetPath.of("/raw/day");
    assertThat(broken(planned(cleaning(day, Set.of("second"))))).isEmpty();
    assertThat(broken(planned(cleaning(day, Set.of()))))
        .containsExactly("clean: /raw has no reader while second is still to run");
    assertThat(broken(planned(cleaning(DatasetPath.of("/other"), Set.of("second")))))
        .containsExactly("clean: /raw has no reader while first is still to run");
  }

  @Test
  void eachOfTwoWaysIsGoneAndNoneThatFollowsAnError() throws LineageException {
    Reading held = AT_NOON.until(Set.of("end"));
    Job left =
        Job.named("left", "hive2")
            .use(DatasetUse.reads(RAW))
            .reading(held)
            .excludes("right")
            .build();
    Job right = Job.named("right", "spark").use(DatasetUse.reads(RAW)).reading(held).build();
    Job mail = Job.named("mail", "email").after("left").onError(true).build();
    Job repair = Job.named("repair", "spark").after("right").onError(true).build();
    Job end =
        Job.named("end", "spark")
            .after("left")
            .after("right")
            .use(DatasetUse.writes(CLEAN))
            .build();
    assertThat(broken(planned(action("clean", left, right, mail, repair, end)))).isEmpty();
  }

  @Test
  void actionsOfMailsAloneHoldNothing() throws LineageException {
    Job mail = Job.named("mail", "email").build();
    JointPlan plan = planned(action("clean", mail));
    assertThat(broken(plan)).isEmpty();
    assertThat(Rule.of(plan)).extracting(Rule::looked).endsWith(0L);
  }

  @Test
  void datasetOfSeveralWritersIsThereWithTheFirst() throws LineageException {
    List<Workflow> workflows =
        List.of(
            action("make", make),
            action("early", writer("early", NOON.minusSeconds(3600))),
            action("late", writer("late", NOON.plusSeconds(3600))),
            action(
                "again",
                Job.named("again", "spark")
                    .use(DatasetUse.reads(RAW))
                    .use(DatasetUse.writes(RAW))
                    .reading(Reading.UNKNOWN.at(NOON.minusSeconds(7200)))
                    .build()),
            action(
                "untimed",
                Job.named("untimed", "spark")
                    .use(DatasetUse.reads(DatasetPath.of("/nowhere")))
                    .use(DatasetUse.reads(RAW))
                    .use(DatasetUse.writes(CLEAN))
                    .build()),
            action(
                "timed",
                Job.named("timed", "spark")
                    .use(DatasetUse.reads(CLEAN))
                    .use(DatasetUse.reads(DatasetPath.of("/nowhere")))
                    .reading(Reading.UNKNOWN.at(NOON.plusSeconds(7200)))
                    .build()));
    TaskGraph tasks = TaskGraph.of(workflows);
    JointPlan plan = plan(BlockGraph.planned(tasks), tasks, workflows);
    assertThat(broken(plan)).isEmpty();
    assertThat(Rule.of(plan).get(0).looked()).isPositive();
  }

  private static Job writer(String name, Instant at) {
    return Job.named(name, "hive2")
        .use(DatasetUse.writes(RAW))
        .reading(Reading.UNKNOWN.at(at))
        .build();
  }
}
