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
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Finds the jobs that use datasets overlapping a given one. Paths are found by their names and
 * those of the directories above, and by their order, so that thousands of datasets do not mean
 * millions of comparisons; globs stand there under the directory above their first wildcard, and
 * are compared one by one from there.
 */
public final class UseIndex {
  /** Names that one dataset may go through; moving a path into itself would make endless ones. */
  private static final int MAX_NAMES = 64;

  /** At how many components a plain path is recorded: elsewhere none need be looked for. */
  private final BitSet depths = new BitSet();

  private final Map<String, PathMap<Users>> plain = new HashMap<>();
  private final Map<String, PathMap<Map<DatasetPath, Users>>> globs = new HashMap<>();
  private final Map<String, PathMap<Map<DatasetPath, Set<DatasetPath>>>> aliases = new HashMap<>();

  /** Jobs, each once, in the order added; mostly there is one. */
  private static final class Users {
    private Set<JobId> jobs = Set.of();
    private boolean isOwn;

    void add(JobId job) {
      if (jobs.isEmpty()) {
        jobs = Set.of(job);
      } else {
        own().add(job);
      }
    }

    void addAll(Users more) {
      if (jobs.isEmpty()) {
        jobs = more.jobs;
      } else {
        own().addAll(more.jobs);
      }
    }

    private Set<JobId> own() {
      if (!isOwn) {
        jobs = new LinkedHashSet<>(jobs);
        isOwn = true;
      }
      return jobs;
    }
  }

  /** Records that the job uses the dataset. */
  public void add(DatasetPath dataset, JobId job) {
    String fileSystem = dataset.fileSystem();
    if (dataset.isGlob()) {
      globs
          .computeIfAbsent(fileSystem, f -> new PathMap<>())
          .at(dataset.base(), LinkedHashMap::new)
          .computeIfAbsent(dataset, d -> new Users())
          .add(job);
      return;
    }
    PathMap<Users> paths = plain.computeIfAbsent(fileSystem, f -> new PathMap<>());
    paths.at(dataset.path(), Users::new).add(job);
    depths.set(depth(dataset.path()));
  }

  /** Records that what lies under {@code source} will be found under {@code target}. */
  public void addAlias(DatasetPath target, DatasetPath source) {
    aliases
        .computeIfAbsent(source.fileSystem(), f -> new PathMap<>())
        .at(source.base(), LinkedHashMap::new)
        .computeIfAbsent(source, s -> new LinkedHashSet<>())
        .add(target);
  }

  /** Jobs whose use shares files with the dataset, under this name or one it is moved to. */
  public Set<JobId> overlapping(DatasetPath dataset) {
    return collect(dataset, true);
  }

  /** Jobs whose use takes in everything under the dataset, under this name or a later one. */
  public Set<JobId> covering(DatasetPath dataset) {
    return collect(dataset, false);
  }

  private Set<JobId> collect(DatasetPath dataset, boolean below) {
    Users found = new Users();
    if (aliases.isEmpty()) {
      collectUnder(dataset, below, found);
    } else {
      collectUnderAllNames(dataset, below, found);
    }
    return Collections.unmodifiableSet(found.jobs);
  }

  private void collectUnderAllNames(DatasetPath dataset, boolean below, Users found) {
    Set<DatasetPath> seen = new HashSet<>();
    List<DatasetPath> names = new ArrayList<>(List.of(dataset));
    for (int i = 0; i < Math.min(names.size(), MAX_NAMES); i++) {
      DatasetPath name = names.get(i);
      if (seen.add(name)) {
        collectUnder(name, below, found);
        addLaterNames(name, below, names);
      }
    }
  }

  private void addLaterNames(DatasetPath name, boolean below, List<DatasetPath> names) {
    var sources = aliases.get(name.fileSystem());
    if (sources == null) {
      return;
    }
    BiConsumer<String, Map<DatasetPath, Set<DatasetPath>>> moved =
        (at, moves) ->
            moves.forEach(
                (source, targets) -> {
                  if (source.covers(name) || (below && name.covers(source))) {
                    addRenamed(name, source, targets, names);
                  }
                });
    atOrAbove(sources, name.base(), moved);
    if (below) {
      sources.under(name.base()).forEach(moved);
    }
  }

  /** A place that all actions of a month move their results from has thousands of targets. */
  private static void addRenamed(
      DatasetPath name, DatasetPath source, Set<DatasetPath> targets, List<DatasetPath> names) {
    for (DatasetPath target : targets) {
      if (names.size() >= MAX_NAMES) {
        return;
      }
      names.add(renamed(name, source, target));
    }
  }

  /** What the name becomes when source moves to target. */
  private static DatasetPath renamed(DatasetPath name, DatasetPath source, DatasetPath target) {
    boolean inside = !source.isGlob() && source.covers(name);
    if (!inside || target.isGlob()) {
      return target;
    }
    String below = name.path().substring(source.path().equals("/") ? 0 : source.path().length());
    String path = target.path().equals("/") ? below : target.path() + below;
    return new DatasetPath(target.fileSystem(), path.isEmpty() ? "/" : path);
  }

  private void collectUnder(DatasetPath dataset, boolean below, Users found) {
    String base = dataset.base();
    var paths = plain.get(dataset.fileSystem());
    if (paths != null) {
      collectPlain(paths, dataset, base, below, found);
    }
    var patterns = globs.get(dataset.fileSystem());
    if (patterns == null) {
      return;
    }
    // A glob such as /out/part-* is meant to take in the files of /out.
    BiConsumer<String, Map<DatasetPath, Users>> matching =
        (at, users) ->
            users.forEach(
                (pattern, jobs) -> {
                  if (pattern.overlaps(dataset)) {
                    found.addAll(jobs);
                  }
                });
    atOrAbove(patterns, base, matching);
    patterns.under(base).forEach(matching);
  }

  private void collectPlain(
      PathMap<Users> paths, DatasetPath dataset, String base, boolean below, Users found) {
    int depth = depth(base);
    String at = base;
    int highest = depths.nextSetBit(0);
    for (int i = depth; i >= highest && highest >= 0; i--) {
      Users here = depths.get(i) ? paths.get(at) : null;
      if (here != null) {
        found.addAll(here);
      }
      at = parent(at);
    }
    if (below && depths.nextSetBit(depth + 1) >= 0) {
      paths
          .under(base)
          .forEach(
              (path, users) -> {
                if (new DatasetPath(dataset.fileSystem(), path).overlaps(dataset)) {
                  found.addAll(users);
                }
              });
    }
  }

  /** The root has 0 components. */
  private static int depth(String path) {
    int depth = path.equals("/") ? 0 : 1;
    for (int i = 1; i < path.length(); i++) {
      depth += path.charAt(i) == '/' ? 1 : 0;
    }
    return depth;
  }

  private static <T> void atOrAbove(PathMap<T> places, String path, BiConsumer<String, T> action) {
    for (String at = path; ; at = parent(at)) {
      T here = places.get(at);
      if (here != null) {
        action.accept(at, here);
      }
      if (at.equals("/")) {
        return;
      }
    }
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash <= 0 ? "/" : path.substring(0, slash);
  }
}
