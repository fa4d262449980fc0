/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.oozie.coord.IncludedFiles;
import io.tierline.ldm.oozie.run.OozieCoordinator;
import io.tierline.ldm.oozie.run.OozieJob;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A server in memory, whose coordinators are hourly and have made one action each. */
final class HourlyServer implements OozieLink, IncludedFiles {
  /** When the first action of each is due. */
  static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

  final Map<String, OozieCoordinator> coordinators = new LinkedHashMap<>();
  final Map<String, OozieJob> workflows = new LinkedHashMap<>();
  final Set<String> listed = new LinkedHashSet<>();
  final Map<String, byte[]> definitions = new LinkedHashMap<>();
  final List<String> asked = new ArrayList<>();
  final List<Question> requests = new ArrayList<>();
  final List<Question> expected = new ArrayList<>();
  final Set<String> askedAs = new TreeSet<>();
  final Map<String, String> users = new LinkedHashMap<>();
  boolean isGone;
  int looks;

  OozieCoordinator coordinate(String id) {
    listed.add(id);
    definitions.put(
        id, OozieCoordinator.definition("2026-11-22T00:00Z", 60, OozieCoordinator.copies()));
    return coordinators.computeIfAbsent(
        id,
        c ->
            new OozieCoordinator(c)
                .next(START.plus(Duration.ofHours(1)))
                .action(1, START, "WAITING", null));
  }

  void coordinate(String id, String user) {
    coordinate(id).user(user);
    users.put(id, user);
  }

  void start(String coordinator, String workflow) {
    coordinators.get(coordinator).action(1, START, "RUNNING", workflow);
    definitions.put(
        workflow,
        OozieJob.definition("<start to='a'/>" + OozieJob.copy("a", "", "", "end", "fail")));
    workflows.put(
        workflow, new OozieJob(workflow).parent(coordinator + "@1").action("a", "RUNNING", null));
  }

  @Override
  public OozieLink as(String user) {
    askedAs.add(user);
    return this;
  }

  @Override
  public void expect(Iterable<Question> questions) {
    questions.forEach(expected::add);
  }

  private void asked(What what, String id) {
    requests.add(new Question(what, id, user(id)));
  }

  private <T> T known(Map<String, T> jobs, String id) throws IOException {
    if (isGone) {
      throw new ConnectException("refused");
    }
    if (!jobs.containsKey(id)) {
      throw new UnknownJobException(id);
    }
    return jobs.get(id);
  }

  private String list(String name, String field, Set<String> ids) {
    return ids.stream()
        .map(id -> "{\"" + field + "\":\"" + id + "\",\"user\":\"" + user(id) + "\"}")
        .collect(Collectors.joining(",", "{\"" + name + "\":[", "]}"));
  }

  private String user(String id) {
    return users.getOrDefault(id, "ann");
  }

  @Override
  public String running(int offset, int length) throws IOException {
    if (isGone) {
      throw new ConnectException("refused");
    }
    return list("workflows", "id", workflows.keySet());
  }

  @Override
  public String coordinators(int offset, int length) throws IOException {
    looks++;
    if (isGone) {
      throw new ConnectException("refused");
    }
    return list("coordinatorjobs", "coordJobId", listed);
  }

  @Override
  public String coordinator(String id) throws IOException {
    asked(What.COORDINATOR, id);
    return known(coordinators, id).json();
  }

  @Override
  public String info(String id) throws IOException {
    asked(What.WORKFLOW, id);
    return known(workflows, id).json();
  }

  @Override
  public byte[] read(String path, String user, int most) {
    return OozieCoordinator.datasets();
  }

  @Override
  public byte[] definition(String id) throws IOException {
    asked.add(id);
    asked(What.DEFINITION, id);
    return known(definitions, id);
  }
}
