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

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UsingJobsTest {
  private static final Reading SHORT = Reading.UNKNOWN.taking(Duration.ofMinutes(3));

  private static Job.Builder job(String name, String... after) {
    Job.Builder job = Job.named(name, "any").reading(SHORT);
    for (String before : after) {
      job.after(before);
    }
    return job;
  }

  private static DatasetPath path(String name) {
    return DatasetPath.of("/" + name, "");
  }

  @Test
  void jobsWithoutDataAreLeftOutAndTheOrderAndTheTimeOfTheOthersStay() {
    List<Job> using =
        UsingJobs.of(
            List.of(
                job("clean").build(),
                job("read", "clean")
                    .reads(path("in"))
                    .reading(SHORT.until(Set.of("write", "mark")))
                    .build(),
                job("left", "read").build(),
                job("right", "read").build(),
                job("more", "left").build(),
                job("write", "more", "right").writes(path("out")).build(),
                job("mark", "write").build(),
                job("mail", "write").onError(true).reads(path("log")).build()));
    assertThat(using).extracting(Job::name).containsExactly("read", "write");
    Job read = using.get(0);
    Job write = using.get(1);
    assertThat(read.after()).isEmpty();
    assertThat(read.reading().until()).containsExactly("write");
    assertThat(read.reading().took()).contains(Duration.ofMinutes(6));
    assertThat(write.after()).containsExactly("read");
    assertThat(write.reading().took()).contains(Duration.ofMinutes(9));
  }

  @Test
  void timeOfJobsOfWhichNoneWasSeenIsTakenAsElsewhere() {
    List<Job> using =
        UsingJobs.of(
            List.of(
                Job.named("a", "any").reads(path("in")).build(),
                Job.named("b", "any").after("a").build(),
                Job.named("c", "any").after("b").writes(path("out")).build()));
    assertThat(using.get(0).reading().took()).isEmpty();
    assertThat(using.get(1).reading().took()).contains(Duration.ofMinutes(20));
  }

  @Test
  void actionWithoutDataIsOneJob() {
    List<Job> using = UsingJobs.of(List.of(job("a").build(), job("b", "a").build()));
    assertThat(using).extracting(Job::name).containsExactly("a");
    assertThat(UsingJobs.of(List.of())).isEmpty();
  }

  @Test
  void jobsInACircleEndNeitherInALoopNorInAFailure() {
    List<Job> using =
        UsingJobs.of(
            List.of(
                job("a", "c").reads(path("in")).build(),
                job("b", "a").build(),
                job("c", "b").writes(path("out")).build()));
    assertThat(using).extracting(Job::name).containsExactly("a", "c");
  }
}
