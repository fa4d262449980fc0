/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.LiveLimits;
import io.tierline.ldm.live.LiveLineage;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.OverdueJobs;
import io.tierline.ldm.live.RegistrationLife;
import io.tierline.ldm.live.SeenJobs;
import io.tierline.ldm.live.TermTime;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageView;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobExpiryTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final AtomicLong clock = new AtomicLong(100 * DAY);
  private final List<String> told = new ArrayList<>();
  private final LineageRegistry registry = new LineageRegistry(10);
  private final LiveLineage live =
      new LiveLineage(
          registry,
          new LiveLimits(Duration.ofHours(1), Duration.ofDays(7), Duration.ofHours(1), 100, 50),
          conflict -> {});
  private boolean cannotKeep;
  private boolean cannotTell;
  private String refused = "";
  private String broken = "";
  private final Memory memory = new Memory(registry);
  private JobExpiry expiry;

  /** What outlives a term. */
  private static final class Memory implements JobExpiry.Memory {
    final Map<String, Map<String, Instant>> kept = new TreeMap<>();
    int edits;
    boolean isGone;
    Predicate<String> isBroken = workflow -> false;
    private final LineageRegistry registry;

    Memory(LineageRegistry registry) {
      this.registry = registry;
    }

    @Override
    public LineageView view() {
      return registry.view();
    }

    @Override
    public boolean isKept(String workflow) {
      return true;
    }

    @Override
    public Map<String, Instant> since(String workflow) {
      return kept.getOrDefault(workflow, Map.of());
    }

    @Override
    public Set<String> workflows() {
      return Set.copyOf(kept.keySet());
    }

    @Override
    public void keep(String workflow, Map<String, Instant> since) throws IOException {
      if (isGone) {
        throw new IOException("safe mode");
      }
      if (isBroken.test(workflow)) {
        throw new IllegalStateException(workflow);
      }
      edits++;
      kept.put(workflow, Map.copyOf(since));
      kept.values().removeIf(Map::isEmpty);
    }
  }

  @BeforeEach
  void register() throws LineageException {
    Workflow daily =
        workflow(
            "daily",
            job("writer").writes(at("/a")),
            job("one").reads(at("/a")),
            job("never").reads(at("/a")));
    live.register(daily, "ann", now());
    expiry = expiry(live.seenJobs());
  }

  private JobExpiry expiry(SeenJobs seen) {
    return new JobExpiry(
        new OverdueJobs(seen),
        memory,
        new TermTime(
            () -> new RegistrationLife(Duration.ofDays(7), Duration.ofHours(1)), clock::get),
        new JobExpiry.Outcome(this::finish, this::tell));
  }

  private void tell(String job, String why) throws IOException {
    if (cannotTell) {
      throw new IOException("no log");
    }
    told.add(job + ": " + why);
  }

  private void finish(String workflow, String job) throws LineageException {
    if (cannotKeep || refused.equals(job)) {
      throw new LineageException("safe mode");
    }
    if (broken.equals(job)) {
      throw new IllegalStateException(job);
    }
    live.finish(workflow, job, now());
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.get());
  }

  private void runs(String job, Uses uses) throws LineageException {
    observe(job, JobState.SUCCEEDED, uses);
  }

  private void observe(String job, JobState state, Uses uses) throws LineageException {
    Observation run =
        new Observation(
            Origin.YARN,
            "application_" + clock.get() + job,
            "ann",
            Chain.stated("daily", "daily"),
            job,
            job,
            state,
            uses,
            Set.of());
    live.observe(List.of(run), now());
  }

  private void pass(long days) {
    for (long i = 0; i < 2 * days; i++) {
      clock.addAndGet(DAY / 2);
      expiry.tick();
    }
  }

  private int reusability() {
    return registry.view().blocks().vertex(at("/a")).map(Vertex::reusability).orElseThrow();
  }

  @Test
  void readerThatNeverComesEndsWhileOthersOfItsWorkflowRun() throws LineageException {
    List<DatasetPath> a = List.of(at("/a"));
    for (int day = 0; day < 7; day++) {
      runs("writer", Uses.of(List.of(), a));
      runs("one", Uses.of(a, List.of()));
      pass(1);
    }
    assertThat(reusability()).as("the one that never came").isOne();
    assertThat(expiry.of("daily"))
        .singleElement()
        .satisfies(each -> assertThat(each.job().job()).isEqualTo("never"));
    assertThat(told).isEmpty();
    pass(1);
    assertThat(reusability()).isZero();
    assertThat(told).singleElement().asString().startsWith("daily/never: due, and not seen since");
    assertThat(expiry.of("daily")).isEmpty();
  }

  @Test
  void errorOverOneJobKeepsNoOtherFromItsEnd() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    pass(1);
    for (String first : List.of("never", "one")) {
      broken = first;
      pass(8);
    }
    assertThat(told).as("each in spite of the other").hasSize(2);
    assertThat(reusability()).isZero();
  }

  @Test
  void whatCannotBeKeptEndsTheNextTime() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    pass(1);
    cannotKeep = true;
    pass(8);
    assertThat(reusability()).isEqualTo(2);
    assertThat(told).isEmpty();
    cannotKeep = false;
    pass(1);
    assertThat(reusability()).isZero();
    assertThat(told).hasSize(2);
  }

  @Test
  void whatCannotBeKeptEndsInAnotherTerm() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    cannotKeep = true;
    pass(9);
    assertThat(memory.kept.get("daily")).containsOnlyKeys("one", "never");
    expiry = expiry(new SeenJobs());
    expiry.newTerm();
    cannotKeep = false;
    pass(2);
    assertThat(reusability()).isZero();
    assertThat(told).hasSize(2);
    assertThat(memory.kept).isEmpty();
  }

  @Test
  void whatHasEndedIsKeptNoMoreThoughNobodyCouldBeTold() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    cannotTell = true;
    for (int looks = 0; looks < 20 && reusability() > 0; looks++) {
      clock.addAndGet(DAY / 2);
      expiry.tick();
    }
    assertThat(reusability()).isZero();
    assertThat(memory.kept).isEmpty();
  }

  @Test
  void oneThatCannotEndHindersNoOther() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    refused = "one";
    pass(8);
    assertThat(told).singleElement().asString().startsWith("daily/never");
  }

  @Test
  void whatHasEndedSinceTheLastLookDoesNotExpire() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    expiry.tick();
    assertThat(expiry.of("daily")).hasSize(2);
    live.finish("daily", "one", now());
    assertThat(expiry.of("daily")).hasSize(1);
    live.withdraw("daily");
    assertThat(expiry.of("daily")).isEmpty();
  }

  @Test
  void jobThatComesDueIsFoundWithinAMinute() throws LineageException {
    expiry.tick();
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    clock.addAndGet(59_999);
    expiry.tick();
    assertThat(expiry.of("daily")).isEmpty();
    clock.addAndGet(1);
    expiry.tick();
    assertThat(expiry.of("daily")).hasSize(2);
  }

  @Test
  void anotherTermGoesOnWithTheTimeOfEach() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    expiry.tick();
    Instant end = expiry.of("daily").get(0).at();
    pass(3);
    assertThat(memory.edits).as("edits while nothing comes").isOne();
    for (int term = 0; term < 3; term++) {
      expiry = expiry(new SeenJobs());
      expiry.newTerm();
      clock.addAndGet(60_000);
      expiry.tick();
      assertThat(expiry.of("daily"))
          .hasSize(2)
          .allSatisfy(
              each ->
                  assertThat(each.at())
                      .isBetween(end, end.plus(Duration.ofDays(7).dividedBy(100))));
    }
    assertThat(memory.edits).isOne();
    pass(3);
    assertThat(reusability()).isEqualTo(2);
    pass(2);
    assertThat(reusability()).isZero();
    assertThat(memory.kept).isEmpty();
  }

  @Test
  void noneEndsInTheBeginningOfATerm() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    pass(6);
    clock.addAndGet(30 * DAY);
    expiry = expiry(new SeenJobs());
    expiry.newTerm();
    expiry.tick();
    assertThat(reusability()).as("it may have run meanwhile").isEqualTo(2);
    pass(1);
    assertThat(reusability()).isZero();
  }

  @Test
  void whatIsSeenSinceItWasDueIsKeptAsWell() throws LineageException {
    List<DatasetPath> a = List.of(at("/a"));
    runs("writer", Uses.of(List.of(), a));
    pass(2);
    observe("one", JobState.FAILED, Uses.of(a, List.of()));
    Instant seen = now();
    pass(1);
    expiry = expiry(new SeenJobs());
    expiry.newTerm();
    expiry.tick();
    assertThat(expiry.of("daily"))
        .filteredOn(each -> each.job().job().equals("one"))
        .singleElement()
        .satisfies(each -> assertThat(each.at()).isAfterOrEqualTo(seen.plus(Duration.ofDays(7))));
  }

  @Test
  void whatCannotBeKeptIsKeptTheNextTime() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    memory.isGone = true;
    pass(1);
    assertThat(memory.kept).isEmpty();
    memory.isGone = false;
    pass(1);
    assertThat(memory.kept.get("daily")).containsOnlyKeys("one", "never");
  }

  /** The NameNode was active, then another one, and is again. */
  @Test
  void whatRanInAnEarlierTermMayHaveEndedInAnother() throws LineageException {
    List<DatasetPath> a = List.of(at("/a"));
    runs("writer", Uses.of(List.of(), a));
    observe("one", JobState.RUNNING, Uses.of(a, List.of()));
    pass(1);
    assertThat(memory.kept.get("daily")).containsOnlyKeys("never");
    Map<String, Instant> byTheOther = Map.of("one", now(), "never", now());
    memory.kept.put("daily", byTheOther);
    clock.addAndGet(2 * DAY);
    live.restore(now());
    expiry.newTerm();
    expiry.tick();
    assertThat(memory.kept.get("daily")).containsOnlyKeys("one", "never");
    assertThat(memory.kept.get("daily").get("one")).isEqualTo(byTheOther.get("one"));
    observe("one", JobState.RUNNING, Uses.of(a, List.of()));
    pass(1);
    assertThat(memory.kept.get("daily")).as("it runs in this one").containsOnlyKeys("never");
  }

  @Test
  void workflowsThatCannotBeKeptHinderNoOther() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    List<String> broken = new ArrayList<>();
    for (int i = 10; i < 40; i++) {
      broken.add("broken" + i);
      memory.kept.put("broken" + i, Map.of("job", now()));
    }
    memory.isBroken = broken::contains;
    pass(1);
    assertThat(memory.kept.get("daily")).containsOnlyKeys("one", "never");
    assertThat(memory.kept).containsKeys(broken.toArray(String[]::new));
  }
}
