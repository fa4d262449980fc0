/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComingDataTest {
  private static final long GIB = 1L << 30;
  private static final DatasetPath RAW = DatasetPath.of("/raw");
  private static final DatasetPath GENERATED = DatasetPath.of("/generated");
  private static final DatasetPath SORTED = DatasetPath.of("/sorted");
  private static final DatasetPath REPORT = DatasetPath.of("/report");

  private final Map<DatasetPath, Long> lying = new HashMap<>();
  private final Set<JobId> finished = new HashSet<>();
  private ExpectedOutput expected = ExpectedOutput.AS_INPUT;

  private static Job job(String name, DatasetPath reads, DatasetPath writes) {
    Job.Builder job = Job.named(name, "map-reduce").writes(writes);
    return (reads == null ? job : job.reads(reads)).build();
  }

  /** What generates reads nothing; a report that nobody reads is the end. */
  private ComingData chain() throws LineageException {
    return coming(
        List.of(
            job("generate", null, GENERATED),
            job("sort", GENERATED, SORTED),
            job("report", SORTED, REPORT)));
  }

  private ComingData coming(List<Job> jobs) throws LineageException {
    TaskGraph tasks = TaskGraph.of(Workflow.of("w", "w", jobs, List.of()));
    return new ComingData(tasks, BlockGraph.of(tasks, finished).vertices(), finished, expected);
  }

  private Map<DatasetPath, Outlook> look(ComingData coming, DatasetPath... at) {
    return coming.outlooks(
        List.of(at), path -> lying.getOrDefault(path, 0L), coming.highestClaim(), 4);
  }

  @Test
  void ofWhatIsMadeOutOfNothingAsMuchAgainIsExpected() throws LineageException {
    lying.put(GENERATED, 3 * GIB);
    Outlook outlook = look(chain(), GENERATED).get(GENERATED);
    assertThat(outlook.ownBytes()).isEqualTo(3 * GIB);
    // The sort will write as much as will then lie there.
    assertThat(outlook.otherBytes()).isEqualTo(6 * GIB);
  }

  @Test
  void aJobIsExpectedToWriteAsMuchAsItReads() throws LineageException {
    finished.add(new JobId("w", "generate"));
    lying.put(GENERATED, 10 * GIB);
    lying.put(SORTED, 4 * GIB);
    assertThat(look(chain(), SORTED).get(SORTED)).isEqualTo(new Outlook(6 * GIB, 0, true));
  }

  @Test
  void whatEarlierRunsTellGoesBeforeThat() throws LineageException {
    lying.put(GENERATED, 3 * GIB);
    expected =
        (vertex, input) -> vertex.dataset().equals(GENERATED) ? 12 * GIB : Math.round(input / 3);
    Map<DatasetPath, Outlook> outlooks = look(chain(), GENERATED, SORTED);
    assertThat(outlooks.get(GENERATED)).isEqualTo(new Outlook(9 * GIB, 4 * GIB, true));
    assertThat(outlooks.get(SORTED).ownBytes()).isEqualTo(4 * GIB);
  }

  @Test
  void aJobThatHasWrittenMoreThanItReadsMayWriteMoreStill() throws LineageException {
    finished.add(new JobId("w", "generate"));
    lying.put(GENERATED, 10 * GIB);
    lying.put(SORTED, 12 * GIB);
    assertThat(look(chain(), SORTED).get(SORTED).ownBytes()).isEqualTo(2 * GIB);
  }

  @Test
  void whatIsThereOrWhatNobodyReadsIsNotToCome() throws LineageException {
    finished.add(new JobId("w", "generate"));
    lying.put(GENERATED, 10 * GIB);
    assertThat(look(chain(), GENERATED, REPORT)).isEmpty();
  }

  @Test
  void whatIsWrittenAfterTheLastReadingWantsNoRoomBesideIt() throws LineageException {
    lying.put(RAW, 8 * GIB);
    List<Job> jobs =
        List.of(
            job("first", RAW, GENERATED),
            job("second", GENERATED, SORTED),
            job("third", SORTED, REPORT),
            job("fourth", REPORT, DatasetPath.of("/end")));
    // Of use until the second job ends: the third one's data come later.
    assertThat(look(coming(jobs), GENERATED).get(GENERATED).otherBytes()).isEqualTo(8 * GIB);
    assertThat(look(coming(jobs), SORTED).get(SORTED).otherBytes()).isEqualTo(16 * GIB);
  }

  /** All hours of a coordinator are of one level. */
  @Test
  void whatIsWrittenAtALaterTimeThanTheLastReadingWantsNoRoomBesideItEither()
      throws LineageException {
    expected = (vertex, input) -> 5 * GIB;
    Instant hour = Instant.parse("2026-11-28T10:00:00Z");
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      DatasetPath raw = DatasetPath.of("/raw/" + i);
      Instant at = hour.plusSeconds(3_600L * i);
      jobs.add(Job.named("write" + i, "map-reduce").writes(raw).start(at).build());
      jobs.add(Job.named("read" + i, "map-reduce").reads(raw).start(at.plusSeconds(4_000)).build());
    }
    // The next hour's begins before the first one's has been read.
    assertThat(look(coming(jobs), DatasetPath.of("/raw/0")).values())
        .containsExactly(new Outlook(5 * GIB, 5 * GIB, true));
    jobs.set(1, Job.named("read0", "map-reduce").reads(DatasetPath.of("/raw/0")).build());
    assertThat(look(coming(jobs), DatasetPath.of("/raw/0")).values())
        .as("nobody knows when it is read")
        .containsExactly(new Outlook(5 * GIB, 15 * GIB, true));
  }

  @Test
  void aHigherClaimToComeIsARival() throws LineageException {
    List<Job> jobs =
        List.of(
            job("write", null, GENERATED),
            job("read", GENERATED, REPORT),
            job("writeMore", null, SORTED),
            job("readOnce", SORTED, DatasetPath.of("/a")),
            job("readTwice", SORTED, DatasetPath.of("/b")));
    Map<DatasetPath, Outlook> outlooks = look(coming(jobs), GENERATED, SORTED);
    assertThat(outlooks.get(GENERATED).isUnrivalled()).isFalse();
    assertThat(outlooks.get(SORTED).isUnrivalled()).isTrue();
    finished.add(new JobId("w", "writeMore"));
    assertThat(look(coming(jobs), GENERATED).get(GENERATED).isUnrivalled()).isTrue();
  }

  @Test
  void whatIsMadeFromItselfEndsTheQuestion() throws LineageException {
    DatasetPath log = DatasetPath.of("/log");
    lying.put(log, GIB);
    List<Job> jobs =
        List.of(
            Job.named("append", "map-reduce").reads(log).writes(log).build(),
            job("read", log, DatasetPath.of("/a")));
    assertThat(look(coming(jobs), log).get(log).ownBytes()).isZero();
  }

  private static Job readingBy(int tasks, Job job) {
    return Job.like(job).reading(Reading.UNKNOWN.by(tasks)).build();
  }

  /** Sorted rows that one task reads, behind rows that many tasks read. */
  private ComingData serialChain(int tasks) throws LineageException {
    return coming(
        List.of(
            job("generate", null, GENERATED),
            job("sort", GENERATED, SORTED),
            readingBy(tasks, job("report", SORTED, REPORT))));
  }

  @Test
  void roomIsHeldForWhatASingleTaskReads() throws LineageException {
    lying.put(GENERATED, 3 * GIB);
    assertThat(serialChain(1).givingWay(4, 10)).containsExactly(GENERATED);
    assertThat(serialChain(1).givingWay(4, 0)).isEmpty();
    assertThat(look(serialChain(1), GENERATED).get(GENERATED))
        .isEqualTo(new Outlook(3 * GIB, 6 * GIB, 6 * GIB, true));
    assertThat(look(serialChain(1), SORTED).get(SORTED).heldBytes()).isZero();
  }

  /** As many as there are disks wait for all of them, as any more would. */
  @Test
  void nothingIsHeldForAsManyTasksAsThereAreDisks() throws LineageException {
    lying.put(GENERATED, 3 * GIB);
    assertThat(look(serialChain(4), GENERATED).get(GENERATED).heldBytes()).isZero();
    assertThat(look(serialChain(0), GENERATED).get(GENERATED).heldBytes()).isZero();
    assertThat(serialChain(4).givingWay(4, 10)).isEmpty();
    assertThat(look(serialChain(3), GENERATED).get(GENERATED).heldBytes()).isEqualTo(6 * GIB);
  }

  @Test
  void allIsHeldUntilSomethingTellsHowMuchWillCome() throws LineageException {
    assertThat(look(serialChain(1), GENERATED).get(GENERATED).heldBytes()).isGreaterThan(1L << 50);
    // What is there, and comes to nothing, holds nothing.
    lying.put(GENERATED, GIB);
    expected = (vertex, input) -> vertex.dataset().equals(SORTED) ? 0 : 2 * GIB;
    assertThat(look(serialChain(1), GENERATED).get(GENERATED).heldBytes()).isZero();
  }

  @Test
  void whatADefinitionSaysIsExpected() throws LineageException {
    Job generate = Job.like(job("generate", null, GENERATED)).outputBytes(5 * GIB).build();
    List<Job> jobs =
        List.of(
            generate, job("sort", GENERATED, SORTED), readingBy(1, job("report", SORTED, REPORT)));
    assertThat(look(coming(jobs), GENERATED).get(GENERATED))
        .isEqualTo(new Outlook(5 * GIB, 5 * GIB, 5 * GIB, true));
    lying.put(GENERATED, 2 * GIB);
    assertThat(look(coming(jobs), GENERATED).get(GENERATED))
        .isEqualTo(new Outlook(3 * GIB, 5 * GIB, 5 * GIB, true));
  }

  @Test
  void nothingIsHeldForWhatCannotBeCounted() throws LineageException {
    lying.put(GENERATED, 1L << 59);
    assertThat(look(serialChain(1), GENERATED).get(GENERATED).heldBytes()).isZero();
  }

  /** Many readers of many tasks may be spared more than one reader of one task. */
  @Test
  void readersAddUp() throws LineageException {
    List<Job> jobs = new ArrayList<>();
    jobs.add(job("generate", null, GENERATED));
    jobs.add(job("sort", GENERATED, SORTED));
    for (int i = 0; i < 7; i++) {
      jobs.add(job("read" + i, GENERATED, DatasetPath.of("/read/" + i)));
    }
    jobs.add(readingBy(2, job("report", SORTED, REPORT)));
    lying.put(GENERATED, GIB);
    assertThat(look(coming(jobs), GENERATED).get(GENERATED).heldBytes()).isZero();
    jobs.set(jobs.size() - 1, readingBy(1, job("report", SORTED, REPORT)));
    assertThat(look(coming(jobs), GENERATED).get(GENERATED).heldBytes()).isZero();
    jobs.subList(5, 9).clear();
    jobs.remove(2);
    assertThat(look(coming(jobs), GENERATED).get(GENERATED).heldBytes()).isPositive();
  }

  @Test
  void ofTooManyNothingIsKnown() throws LineageException {
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i <= ComingData.MOST_SIZES; i++) {
      DatasetPath data = DatasetPath.of("/data/" + i);
      jobs.add(job("write" + i, null, data));
      jobs.add(job("read" + i, data, DatasetPath.of("/end/" + i)));
    }
    DatasetPath first = DatasetPath.of("/data/0");
    Outlook outlook =
        coming(jobs)
            .outlooks(
                List.of(first),
                path -> {
                  throw new AssertionError("asked for " + path);
                },
                1,
                4)
            .get(first);
    assertThat(outlook.furtherReplicas(1L << 50, 2)).isZero();
  }
}
