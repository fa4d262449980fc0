/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.migration.PlanState;
import io.tierline.ldm.namenode.FaultScenario.Data;
import io.tierline.ldm.namenode.FaultScenario.End;
import io.tierline.ldm.namenode.FaultScenario.Source;
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;

/** One run: data under lineage, replicas on their way, and what goes wrong meanwhile. */
final class FaultRun {
  private static final long BUSY_MILLIS = 1_500;

  private final FaultyCluster cluster;
  private final FaultScenario scenario;
  private final Random random;
  private final Set<Source> silent = EnumSet.noneOf(Source.class);

  /** Who writes the data, so that his word on it counts. */
  private final String user;

  private final List<Data> late = new ArrayList<>();
  private final Set<Data> ended = new java.util.LinkedHashSet<>();
  private String pausedPlan;

  FaultRun(FaultyCluster cluster, FaultScenario scenario) throws IOException {
    this.cluster = cluster;
    this.scenario = scenario;
    this.random = new Random(~scenario.seed());
    this.user = UserGroupInformation.getCurrentUser().getShortUserName();
  }

  /** Does all of it, and checks what must hold when everything is well again. */
  void run() throws Exception {
    for (Data data : scenario.datasets()) {
      if (!data.writtenFirst()) {
        begin(data);
      }
      write(data);
      if (data.writtenFirst()) {
        begin(data);
      }
    }
    for (int i = 0; i < scenario.faults().size(); i++) {
      if (i == scenario.plan()) {
        applyOperatorsPlan();
      }
      awaitBusy();
      inject(scenario.faults().get(i));
      for (Data data : scenario.datasets()) {
        if (data.end() != End.NONE && data.endAfter() == i) {
          end(data);
        }
      }
    }
    heal();
    new FaultInvariants(cluster, scenario, pausedPlan).check();
    clear();
  }

  /** The same bytes whenever they are asked for. */
  static byte[] bytes(Data data, int file) {
    byte[] bytes = new byte[data.blocks().get(file) * FaultyCluster.BLOCK];
    new Random(data.path().hashCode() + file).nextBytes(bytes);
    return bytes;
  }

  static Path file(Data data, int file) {
    return new Path(data.path(), "part-" + file);
  }

  private void write(Data data) throws Exception {
    for (int i = 0; i < data.blocks().size(); i++) {
      try (OutputStream out = cluster.fileSystem().create(file(data, i))) {
        out.write(bytes(data, i));
      }
      LdmCluster.awaitReplicas(cluster.fileSystem(), file(data, i), FaultyCluster.REPLICATION);
    }
  }

  private void begin(Data data) throws LineageException {
    if (data.source() == Source.REGISTERED) {
      StringBuilder jobs =
          new StringBuilder("{\"name\":\"writer\",\"writes\":[\"" + data.path() + "\"]}");
      for (int i = 0; i < data.readers(); i++) {
        jobs.append(
            ",{\"name\":\"reader%d\",\"after\":[\"writer\"],\"reads\":[\"%s\"]}"
                .formatted(i, data.path()));
      }
      String json = "{\"id\":\"" + data.id() + "\",\"jobs\":[" + jobs + "]}";
      Workflow workflow = new LineageDocument(json).read("");
      insist(() -> cluster.ldm().live().workflows().register(workflow, user));
    } else {
      tell(data, JobState.RUNNING);
    }
  }

  /** As the ResourceManager's listener does: one job after the other. */
  private void tell(Data data, JobState readers) throws LineageException {
    DatasetPath path = new DatasetPath("", data.path());
    LiveService live = cluster.ldm().live().jobs();
    live.observe(List.of(job(data, "writer", JobState.SUCCEEDED, List.of(), List.of(path))));
    for (int i = 0; i < data.readers(); i++) {
      live.observe(List.of(job(data, "reader" + i, readers, List.of(path), List.of())));
    }
  }

  private Observation job(
      Data data, String name, JobState state, List<DatasetPath> reads, List<DatasetPath> writes) {
    return new Observation(
        Origin.YARN,
        data.id() + "-" + name,
        user,
        Chain.stated(data.id(), data.id()),
        name,
        data.id() + name,
        state,
        Uses.of(reads, writes),
        Set.of());
  }

  private void end(Data data) throws LineageException {
    if (silent.contains(data.source())) {
      late.add(data);
    } else {
      tellEnd(data);
    }
  }

  private void tellEnd(Data data) throws LineageException {
    ended.add(data);
    if (data.source() == Source.YARN) {
      tell(data, JobState.SUCCEEDED);
    } else if (data.end() == End.WITHDRAWN) {
      insist(() -> cluster.ldm().live().workflows().withdraw(data.id()));
    } else {
      for (int i = 0; i < data.readers(); i++) {
        String reader = "reader" + i;
        insist(() -> cluster.ldm().live().workflows().finish(data.id(), reader));
      }
    }
  }

  /** What a client sends. */
  @FunctionalInterface
  private interface Request {
    void send() throws LineageException;
  }

  /** A NameNode in safe mode keeps nothing and says so; a client that is told so tries again. */
  private static void insist(Request request) throws LineageException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (true) {
      try {
        request.send();
        return;
      } catch (StateUnavailableException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      }
    }
  }

  /** Beginnings of what still runs, once more. */
  private void repeatBeginnings(Source source) throws LineageException {
    for (Data data : scenario.datasets()) {
      if (data.source() == source && !ended.contains(data)) {
        begin(data);
      }
    }
  }

  private void applyOperatorsPlan() throws IOException {
    MigrationService migration = cluster.ldm().migration();
    PlanProgress plan = migration.plan("operator");
    migration.apply(plan);
    if (scenario.paused() && plan.state() == PlanState.APPLYING) {
      plan.pause();
      pausedPlan = plan.plan().id();
    }
  }

  private void inject(FaultKind fault) throws Exception {
    switch (fault) {
      case DATANODE_KILL -> cluster.killDataNode(random);
      case VOLUME_FAILURE -> cluster.failVolume(random);
      case SSD_FULL -> cluster.fillSsds(1 + random.nextInt(FaultInvariants.NODES));
      case NAMENODE_RESTART -> cluster.restartNameNode();
      case FAILOVER -> cluster.failOver();
      case ACTIVE_LOST -> cluster.loseActive();
      case DISPATCHER_KILLED -> FaultyCluster.killDispatchers();
      case OOZIE_GONE -> silent.add(Source.REGISTERED);
      case RESOURCEMANAGER_RESTART -> {
        silent.add(Source.YARN);
        repeatBeginnings(Source.YARN);
      }
    }
  }

  /** Waits a little for moves to be under way; there may be none to come. */
  private void awaitBusy() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BUSY_MILLIS);
    while (System.nanoTime() < deadline && !isBusy()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private boolean isBusy() {
    return cluster.ldm().migration().plans().open().stream()
        .anyMatch(plan -> !plan.underWay().isEmpty());
  }

  private void heal() throws Exception {
    cluster.heal();
    silent.clear();
    for (Data data : late) {
      tellEnd(data);
      tellEnd(data);
    }
    // What the NameNode that is active now was never told, its sources tell it again.
    repeatBeginnings(Source.YARN);
    for (Data data : ended) {
      if (data.source() == Source.YARN) {
        tell(data, JobState.SUCCEEDED);
      }
    }
    if (pausedPlan != null) {
      MigrationService migration = cluster.ldm().migration();
      migration
          .plans()
          .find(pausedPlan)
          .filter(plan -> plan.state() == PlanState.PAUSED)
          .ifPresent(migration::resume);
    }
  }

  /** Leaves nothing to the next run. */
  private void clear() throws Exception {
    for (Data data : scenario.datasets()) {
      if (data.source() == Source.YARN) {
        tell(data, JobState.SUCCEEDED);
      } else {
        insist(() -> cluster.ldm().live().workflows().withdraw(data.id()));
      }
      cluster.fileSystem().delete(new Path(data.path()), true);
    }
  }
}
