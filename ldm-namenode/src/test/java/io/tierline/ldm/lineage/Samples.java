/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Workflows that several tests need. */
public final class Samples {
  private Samples() {}

  /** A path on the cluster's own file system. */
  public static DatasetPath at(String path) {
    return DatasetPath.of(path);
  }

  /** A job of a workflow that reads and writes nothing yet. */
  public static Job.Builder job(String name) {
    return Job.named(name, "map-reduce");
  }

  /** A workflow named as its id. */
  public static Workflow workflow(String id, Job.Builder... jobs) {
    try {
      return Workflow.of(id, id, Arrays.stream(jobs).map(Job.Builder::build).toList(), List.of());
    } catch (LineageException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** TeraGen, TeraSort and TeraValidate, as in the source's second workload. */
  public static Workflow teraChain() {
    return workflow(
        "tera",
        job("gen").writes(at("/tera/in")),
        job("sort").after("gen").reads(at("/tera/in")).writes(at("/tera/out")),
        job("validate").after("sort").reads(at("/tera/out")).writes(at("/tera/report")));
  }

  /** The same workflow with its jobs in another order. */
  public static Workflow shuffled(Workflow workflow, long seed) {
    List<Job> jobs = new ArrayList<>(workflow.jobs());
    Collections.shuffle(jobs, new Random(seed));
    return new Workflow(workflow.id(), workflow.name(), jobs, workflow.notes());
  }

  /** Workflows without conflicts: job i writes /d/i and reads and follows only earlier ones. */
  public static Arbitrary<Workflow> workflows() {
    return workflows("random", "/d");
  }

  /** As {@link #workflows()}, under that id and that directory. */
  public static Arbitrary<Workflow> workflows(String id, String directory) {
    Arbitrary<Integer> sizes = Arbitraries.integers().between(1, 12);
    return Combinators.combine(sizes, Arbitraries.longs())
        .as((size, seed) -> random(id, directory, size, new Random(seed)));
  }

  private static Workflow random(String id, String directory, int size, Random random) {
    Job.Builder[] jobs = new Job.Builder[size];
    for (int i = 0; i < size; i++) {
      jobs[i] = job("job" + i).onError(random.nextInt(10) == 0).line(i + 1);
      for (int input = 0; input < i; input++) {
        if (random.nextInt(3) == 0) {
          jobs[i].reads(at(directory + "/" + input));
        } else if (random.nextInt(6) == 0) {
          jobs[i].after("job" + input);
        }
      }
      if (random.nextInt(4) == 0) {
        jobs[i].use(new DatasetUse(at(directory + "/raw"), Access.READ, true));
      }
      jobs[i].writes(at(directory + "/" + i));
    }
    return workflow(id, jobs);
  }
}
