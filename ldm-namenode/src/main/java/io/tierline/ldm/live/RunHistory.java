/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.DatasetPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which applications read what an application wrote when it last ran, so that the next run's first
 * write can be placed for readers that have not come yet.
 *
 * <p>An edge is learned when a consumer ends with its result, and keeps what both used in that run.
 * When the producer starts again, its own paths are compared with those of then; what has changed
 * in them (a date, an id) is changed in the consumer's likewise, and what cannot be told is left
 * out. An edge whose prediction did not come true is forgotten.
 *
 * <p>Memory is bounded: as many applications as told, the least recently seen dropped first, each
 * with at most {@value #MAX_CONSUMERS} consumers of at most {@link Application#MAX_DATASETS} reads
 * and writes.
 */
final class RunHistory {
  static final int MAX_CONSUMERS = 32;

  /** Jobs predicted from one; longer chains are predicted on as they go. */
  static final int MAX_PREDICTED = 100;

  private static final int WRITES_PER_APPLICATION = 4;

  /** One of so many may have all that is remembered; with fewer some of it stays free. */
  private static final int LEAST_OWNERS = 4;

  private static final int LEAST_SHARE = 100;

  private static final float LOAD_FACTOR = 0.75f;

  /** A consumer in the run that was seen last, and what its producer used then. */
  private record Edge(Uses produced, String name, Uses consumed) {}

  /**
   * A job that is expected.
   *
   * @param application what it will be a run of
   * @param name its name last time
   * @param uses what it will use
   * @param producer the index of its producer in the list it stands in; -1 for the one asked about
   */
  record Expected(Application application, String name, Uses uses, int producer) {}

  /** What is known of an application: edges of its last whole run, and those of the present one. */
  private static final class Memory {
    Uses uses = Uses.NONE;
    Map<Application, Edge> last = new LinkedHashMap<>();
    Map<Application, Edge> present = new LinkedHashMap<>();

    Map<Application, Edge> edges() {
      return present.isEmpty() ? last : present;
    }
  }

  private final int most;
  private final WriterIndex writers;
  private final Map<String, Integer> ofOwner = new HashMap<>();
  private final Map<Application, Memory> memories;

  /**
   * Creates an empty history.
   *
   * @param most applications remembered; 0 remembers nothing
   */
  RunHistory(int most) {
    this.most = most;
    this.writers = new WriterIndex(most * WRITES_PER_APPLICATION);
    this.memories =
        new LinkedHashMap<>(16, LOAD_FACTOR, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Application, Memory> eldest) {
            boolean full = size() > RunHistory.this.most;
            if (full) {
              ofOwner.merge(eldest.getKey().owner(), -1, RunHistory::sumOrNull);
            }
            return full;
          }
        };
  }

  /** A run has begun: what follows it from now on is the present run. */
  void started(Application application, Uses uses) {
    if (most == 0) {
      return;
    }
    Memory memory = memories.get(application);
    if (memory == null) {
      makeRoomFor(application.owner());
      memory = new Memory();
      memories.put(application, memory);
    }
    if (!memory.present.isEmpty()) {
      memory.last = memory.present;
      memory.present = new LinkedHashMap<>();
    }
    memory.uses = uses;
    String owner = application.owner();
    uses.writes().forEach(written -> writers.put(own(owner, written), application));
  }

  /** One user's applications push out others' only until he has his share of them. */
  private void makeRoomFor(String owner) {
    int share = Math.max(LEAST_SHARE, most / LEAST_OWNERS);
    if (ofOwner.merge(owner, 1, Integer::sum) > share) {
      Application eldest =
          memories.keySet().stream().filter(a -> a.owner().equals(owner)).findFirst().orElseThrow();
      memories.remove(eldest);
      ofOwner.merge(owner, -1, RunHistory::sumOrNull);
    }
  }

  private static Integer sumOrNull(Integer one, Integer other) {
    int sum = one + other;
    return sum == 0 ? null : sum;
  }

  /** A run has ended with its result: it was a consumer of those that wrote what it read. */
  void succeeded(Application application, String name, Uses uses) {
    Set<Application> producers = new HashSet<>();
    String owner = application.owner();
    uses.reads().forEach(read -> producers.addAll(writers.writersOf(own(owner, read))));
    producers.remove(application);
    for (Application producer : producers) {
      Memory memory = memories.get(producer);
      if (memory != null
          && memory.uses.feeds(uses)
          && (memory.present.size() < MAX_CONSUMERS || memory.present.containsKey(application))) {
        memory.present.put(application, new Edge(memory.uses, name, uses));
      }
    }
  }

  /** Each user's jobs are remembered by themselves: nobody's is expected after another's. */
  private static DatasetPath own(String owner, DatasetPath dataset) {
    return new DatasetPath(owner + " " + dataset.fileSystem(), dataset.path());
  }

  /** The consumer was expected and did not come. */
  void missed(Application consumer) {
    for (Memory memory : memories.values()) {
      memory.last.remove(consumer);
      memory.present.remove(consumer);
    }
  }

  /**
   * The jobs that will follow a run that has just begun, if it goes as last time; producers before
   * consumers.
   */
  List<Expected> expected(Application application, Uses uses) {
    List<Expected> found = new ArrayList<>();
    Set<Application> seen = new HashSet<>(Set.of(application));
    Deque<Expected> open = new ArrayDeque<>();
    open.add(new Expected(application, "", uses, -1));
    for (int at = -1; !open.isEmpty(); at++) {
      Expected producer = open.remove();
      Memory memory = memories.get(producer.application());
      if (memory == null) {
        continue;
      }
      for (var edge : memory.edges().entrySet()) {
        Optional<Uses> next = coming(edge.getValue(), producer.uses());
        if (next.isPresent() && found.size() < MAX_PREDICTED && seen.add(edge.getKey())) {
          Expected expected = new Expected(edge.getKey(), edge.getValue().name(), next.get(), at);
          found.add(expected);
          open.add(expected);
        }
      }
    }
    return found;
  }

  private static Optional<Uses> coming(Edge edge, Uses producer) {
    Map<String, String> changes = RunText.changes(texts(edge.produced()), texts(producer));
    Uses coming =
        Uses.of(
            rewritten(edge.consumed().reads(), changes),
            rewritten(edge.consumed().writes(), changes));
    return producer.feeds(coming) ? Optional.of(coming) : Optional.empty();
  }

  private static List<RunText> texts(Uses uses) {
    return Stream.concat(uses.reads().stream(), uses.writes().stream())
        .distinct()
        .map(dataset -> RunText.of(dataset.path()))
        .toList();
  }

  private static List<DatasetPath> rewritten(
      List<DatasetPath> datasets, Map<String, String> changes) {
    List<DatasetPath> result = new ArrayList<>();
    for (DatasetPath dataset : datasets) {
      RunText.rewritten(dataset.path(), changes)
          .ifPresent(path -> result.add(new DatasetPath(dataset.fileSystem(), path)));
    }
    return result;
  }
}
