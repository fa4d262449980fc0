/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** The registry works on groups of linked workflows; the graphs of all at once are its model. */
@Tag("slow")
class LinkedRegistryProperties {
  private static final String[] PATHS = {
    "/a", "/a/b", "/a/b/c", "/a/*", "/a/{b,x}", "/d", "/d/e", "/d/*/f", "/d/e/f", "/g", "/h", "/h/i"
  };

  private static final String[] FILES = {
    "/a/part-0",
    "/a/b/part-0",
    "/a/b/c/x",
    "/d/part-0",
    "/d/e/1",
    "/d/e/f/2",
    "/g/x",
    "/h/i/3",
    "/z"
  };

  /** What is registered, taken all together. */
  private static final class Model {
    private final Map<String, Registration> registrations = new TreeMap<>();

    boolean accepts(Registration registration) {
      Map<String, Registration> next = new TreeMap<>(registrations);
      next.put(registration.workflow().id(), registration);
      try {
        tasks(next);
      } catch (LineageException e) {
        return false;
      }
      registrations.put(registration.workflow().id(), registration);
      return true;
    }

    private static TaskGraph tasks(Map<String, Registration> all) throws LineageException {
      return TaskGraph.of(all.values().stream().map(Registration::workflow).toList());
    }

    Map<String, Vertex> managed() throws LineageException {
      Set<JobId> finished = new HashSet<>();
      registrations.forEach(
          (id, r) -> r.finished().forEach(job -> finished.add(new JobId(id, job))));
      Map<String, Vertex> managed = new HashMap<>();
      for (Vertex vertex : BlockGraph.of(tasks(registrations), finished).vertices()) {
        if (vertex.isProduced() && vertex.dataset().isLiteral()) {
          managed.put(vertex.dataset().path(), vertex);
        }
      }
      return managed;
    }
  }

  @Property(tries = 60)
  void groupsAnswerAsAllTogether(@ForAll long seed) throws LineageException {
    Random random = new Random(seed);
    LineageRegistry registry = new LineageRegistry(100);
    Model model = new Model();
    for (int step = 0; step < 20; step++) {
      step(random, registry, model);
      assertSame(registry.view(), model);
    }
    LineageRegistry restored = new LineageRegistry(100);
    assertThat(restored.restore(model.registrations.values())).isEmpty();
    for (int step = 0; step < 5; step++) {
      assertSame(restored.view(), model);
      step(random, restored, model);
    }
  }

  private static void step(Random random, LineageRegistry registry, Model model)
      throws LineageException {
    String id = "w" + random.nextInt(6);
    Registration known = model.registrations.get(id);
    if (known != null && random.nextInt(4) == 0) {
      registry.withdraw(id);
      model.registrations.remove(id);
    } else if (known != null && random.nextInt(3) == 0) {
      Job job = known.workflow().jobs().get(random.nextInt(known.workflow().jobs().size()));
      registry.finish(id, job.name());
      Set<String> finished = new HashSet<>(known.finished());
      finished.add(job.name());
      model.accepts(new Registration(known.workflow(), known.owner(), finished));
    } else {
      register(random, id, registry, model);
    }
  }

  private static void register(Random random, String id, LineageRegistry registry, Model model) {
    Registration made = new Registration(random(id, random), "ann", Set.of());
    boolean taken;
    try {
      registry.register(made.workflow(), made.owner());
      taken = true;
    } catch (LineageException e) {
      taken = false;
    }
    assertThat(taken).isEqualTo(model.accepts(made));
  }

  private static Workflow random(String id, Random random) {
    List<Job.Builder> jobs = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      Job.Builder job = job("j" + i);
      for (int use = 0; use < random.nextInt(3); use++) {
        job.reads(at(PATHS[random.nextInt(PATHS.length)]));
      }
      if (random.nextInt(2) == 0) {
        job.writes(at(PATHS[random.nextInt(PATHS.length)]));
      }
      if (random.nextInt(6) == 0) {
        job.renames(
            at(PATHS[random.nextInt(PATHS.length)]), at(PATHS[random.nextInt(PATHS.length)]));
      }
      jobs.add(job);
    }
    return workflow(id, jobs.toArray(Job.Builder[]::new));
  }

  private static void assertSame(LineageView view, Model model) throws LineageException {
    assertThat(view.registrations()).isEqualTo(model.registrations);
    Map<String, Vertex> managed = model.managed();
    for (String path : PATHS) {
      assertThat(view.isManaged(path)).as(path).isEqualTo(managed.containsKey(path));
    }
    for (String file : FILES) {
      ManagedDataset found = view.find(file);
      assertThat(found == null ? null : found.vertex()).as(file).isEqualTo(above(managed, file));
    }
    for (Vertex vertex : managed.values()) {
      String writer = vertex.writers().get(0).workflow();
      assertThat(view.blocksAround(writer).vertex(vertex.dataset())).contains(vertex);
      assertThat(view.blocks().vertex(vertex.dataset())).contains(vertex);
    }
  }

  private static Vertex above(Map<String, Vertex> managed, String file) {
    for (String at = file; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      if (managed.containsKey(at)) {
        return managed.get(at);
      }
    }
    return null;
  }
}
