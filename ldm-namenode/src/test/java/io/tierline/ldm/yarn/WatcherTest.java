/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.mapreduce.Submission;
import io.tierline.ldm.settings.YarnKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatcherTest implements Applications {
  private final YarnSettings settings = YarnSettings.from(conf());
  private final YarnMetrics metrics = YarnMetrics.create();
  private final HostGuard guard = new HostGuard("LDM");
  private final Map<String, JobState> states = new HashMap<>();
  private final List<ApplicationReport> sent = new ArrayList<>();
  private volatile Error thrown;
  private IOException unreadable;
  private IOException unreachable;
  private volatile boolean isOver;
  private boolean hasJobXml = true;
  private Set<String> tags = Set.of();
  private final LineageWatcher watcher =
      watcher(
          this,
          (file, user) -> {
            if (unreadable != null) {
              throw unreadable;
            }
            return Map.of("mapred.input.dir", "/in", "mapred.output.dir", "/out");
          });

  private LineageWatcher watcher(Applications applications, JobXml configurations) {
    FollowedApplications followed =
        new FollowedApplications(
            applications,
            new JobReports(configurations, settings.tagPrefix(), metrics),
            new Outbox(this::send, settings, metrics, () -> 0),
            settings.queueSize());
    return new LineageWatcher(followed, settings, metrics, guard);
  }

  private static Configuration conf() {
    Configuration conf = new Configuration(false);
    conf.setInt(YarnKeys.QUEUE.key(), 3);
    conf.set(YarnKeys.INTERVAL.key(), "1ms");
    return conf;
  }

  private void send(ApplicationReport report) throws IOException {
    if (unreachable != null) {
      throw unreachable;
    }
    sent.add(report);
  }

  @Override
  public Optional<MapReduce> find(String id) {
    if (thrown != null) {
      throw thrown;
    }
    return states.containsKey(id)
        ? Optional.of(
            new MapReduce(
                new Submission(id, "ann", "q", "TeraSort", tags),
                hasJobXml ? Optional.of(new Path("/staging/job.xml")) : Optional.empty()))
        : Optional.empty();
  }

  @Override
  public Optional<JobState> state(String id) {
    return Optional.ofNullable(states.get(id));
  }

  @Override
  public boolean isOver() {
    return isOver;
  }

  @Test
  void submissionAndEndAreTold() {
    states.put("a1", JobState.RUNNING);
    watcher.step("a1");
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).reads()).containsExactly("/in");
    watcher.step(null);
    assertThat(sent).as("nothing new").hasSize(1);
    states.put("a1", JobState.FAILED);
    watcher.step(null);
    watcher.step(null);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1)).isEqualTo(sent.get(0).in(JobState.FAILED));
  }

  @Test
  void applicationsOfOtherKindsAndThoseThatVanishAreLeftAlone() {
    watcher.step("spark");
    assertThat(sent).isEmpty();
    states.put("a1", JobState.RUNNING);
    watcher.step("a1");
    states.clear();
    watcher.step(null);
    states.put("a1", JobState.SUCCEEDED);
    watcher.step(null);
    assertThat(sent).hasSize(1);
  }

  @Test
  void withoutItsConfigurationAJobIsKnownByItsTagsOnly() {
    unreadable = new IOException("permission denied");
    states.put("a1", JobState.RUNNING);
    watcher.step("a1");
    assertThat(sent).isEmpty();
    tags = Set.of("tierline:w/sort");
    watcher.step("a1");
    hasJobXml = false;
    watcher.step("a1");
    assertThat(sent).hasSize(2);
    assertThat(sent.get(0).workflow()).isEqualTo("w");
    assertThat(metrics.configurationsUnreadable.value()).isEqualTo(3);
  }

  @Test
  void moreApplicationsThanFitAreDroppedAndCounted() {
    for (int i = 0; i < 5; i++) {
      watcher.arrived("a" + i);
      states.put("b" + i, JobState.RUNNING);
      watcher.step("b" + i);
    }
    assertThat(metrics.applicationsDropped.value()).isEqualTo(2 + 2);
    states.replaceAll((id, state) -> JobState.SUCCEEDED);
    watcher.step(null);
    assertThat(sent).hasSize(5 + 3);
  }

  @Test
  void endsAreFoundWhileApplicationsKeepComing() {
    states.put("a", JobState.RUNNING);
    watcher.step("a");
    states.put("a", JobState.SUCCEEDED);
    for (int i = 0; i < 100; i++) {
      watcher.step("unknown");
    }
    assertThat(sent).hasSize(2);
  }

  @Test
  void watcherSurvivesWhatGoesWrongAndEndsWithItsResourceManager() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    LineageWatcher broken =
        watcher(
            new Applications() {
              @Override
              public Optional<MapReduce> find(String id) {
                seen.countDown();
                throw new IllegalStateException("broken");
              }

              @Override
              public Optional<JobState> state(String id) {
                return Optional.empty();
              }

              @Override
              public boolean isOver() {
                return isOver;
              }
            },
            (file, user) -> Map.of());
    Thread thread = new Thread(broken);
    thread.start();
    broken.arrived("a");
    seen.await();
    isOver = true;
    thread.join();
    Thread interrupted = new Thread(watcher);
    isOver = false;
    interrupted.start();
    interrupted.interrupt();
    interrupted.join();
  }

  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, StackOverflowError.class})
  void errorCostsOneApplicationAndTheWatcherGoesOn(Class<? extends Error> kind) throws Exception {
    Error error = kind.getDeclaredConstructor().newInstance();
    states.put("a", JobState.RUNNING);
    thrown = error;
    watcher.step("a");
    assertThat(guard.faults()).isEqualTo(1);
    thrown = null;
    watcher.step("a");
    assertThat(sent).hasSize(1);
  }

  @Test
  void watcherEndsForGoodWhereItDoesNotFit() throws Exception {
    thrown = new NoSuchMethodError("RMApp.getUser");
    Thread thread = new Thread(watcher);
    thread.start();
    watcher.arrived("a");
    thread.join();
    assertThat(guard.isOff()).isTrue();
  }

  /** What its dispatcher is thrown ends a ResourceManager. */
  @Test
  void nothingIsThrownAtTheDispatcher() {
    var listener = RmApplications.listener(watcher, guard);
    RMAppEvent broken =
        new RMAppEvent(ApplicationId.newInstance(1, 1), RMAppEventType.START) {
          @Override
          public ApplicationId getApplicationId() {
            throw new NoSuchMethodError("getApplicationId");
          }
        };
    listener.handle(broken);
    assertThat(guard.isOff()).isTrue();
    listener.handle(broken);
    assertThat(guard.faults()).isEqualTo(1);
  }
}
