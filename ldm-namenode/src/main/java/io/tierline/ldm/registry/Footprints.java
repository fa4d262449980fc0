/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which registered workflows use which paths, kept up to date as they come and go, so that those
 * linked with one are found without looking at all.
 *
 * <p>Two workflows are linked when one changes (writes, or moves) data that the other uses in any
 * way. Reading the same data links nobody: no edge of the task graph and no placement follows from
 * it, and a table that everybody reads would make one group of all workflows.
 *
 * <p>Paths are found by their order, as in {@link io.tierline.ldm.lineage.UseIndex}. Not
 * thread-safe.
 */
final class Footprints {
  /** Sets of more are changed in place; smaller ones are rather small than fast. */
  private static final int FEW = 8;

  /** Ids of the workflows that use one path. */
  private record Users(Set<String> readers, Set<String> writers) {
    static final Users NONE = new Users(Set.of(), Set.of());

    Users with(String id, boolean writes) {
      return writes
          ? new Users(readers, added(writers, id))
          : new Users(added(readers, id), writers);
    }

    Users without(String id) {
      return new Users(removed(readers, id), removed(writers, id));
    }

    boolean isEmpty() {
      return readers.isEmpty() && writers.isEmpty();
    }

    private static Set<String> added(Set<String> ids, String id) {
      if (ids.contains(id)) {
        return ids;
      }
      if (ids.isEmpty()) {
        return Set.of(id);
      }
      Set<String> grown = ids.size() > FEW ? ids : new HashSet<>(ids);
      grown.add(id);
      return grown.size() > FEW ? grown : Set.copyOf(grown);
    }

    private static Set<String> removed(Set<String> ids, String id) {
      if (!ids.contains(id)) {
        return ids;
      }
      Set<String> shrunk = ids.size() > FEW ? ids : new HashSet<>(ids);
      shrunk.remove(id);
      return shrunk.size() > FEW ? shrunk : Set.copyOf(shrunk);
    }
  }

  /** A visit to the datasets of a workflow. */
  @FunctionalInterface
  private interface Visitor {
    void visit(DatasetPath dataset, boolean changes);
  }

  private final Map<String, TreeMap<String, Users>> plain = new HashMap<>();
  private final Map<String, TreeMap<String, Map<DatasetPath, Users>>> globs = new HashMap<>();

  /** At how many components there is a path; one that has gone may be counted still. */
  private final BitSet depths = new BitSet();

  void add(Workflow workflow) {
    visit(workflow, (dataset, changes) -> add(dataset, workflow.id(), changes));
  }

  void remove(Workflow workflow) {
    visit(workflow, (dataset, changes) -> remove(dataset, workflow.id()));
  }

  /** Ids of the workflows that name exactly that dataset, in the order of the ids. */
  SortedSet<String> naming(DatasetPath dataset) {
    Users users =
        dataset.isGlob()
            ? globs
                .getOrDefault(dataset.fileSystem(), new TreeMap<>())
                .getOrDefault(dataset.base(), Map.of())
                .get(dataset)
            : plain.getOrDefault(dataset.fileSystem(), new TreeMap<>()).get(dataset.path());
    SortedSet<String> ids = new TreeSet<>();
    if (users != null) {
      ids.addAll(users.readers());
      ids.addAll(users.writers());
    }
    return ids;
  }

  /** Ids of the other workflows that are linked with this one, which need not be registered. */
  Set<String> linked(Workflow workflow) {
    Set<String> found = new LinkedHashSet<>();
    visit(workflow, (dataset, changes) -> collect(dataset, changes, found));
    found.remove(workflow.id());
    return found;
  }

  /**
   * Ids of the others that use what this one changes. Asked of both ends of every link, this finds
   * all that {@link #linked} does, for half the look-ups.
   */
  Set<String> usersOfChanges(Workflow workflow) {
    Set<String> found = new LinkedHashSet<>();
    visit(
        workflow,
        (dataset, changes) -> {
          if (changes) {
            collect(dataset, true, found);
          }
        });
    found.remove(workflow.id());
    return found;
  }

  private static void visit(Workflow workflow, Visitor visitor) {
    for (Job job : workflow.jobs()) {
      for (DatasetUse use : job.uses()) {
        visitor.visit(use.dataset(), use.access() == Access.WRITE);
      }
      job.renames()
          .forEach(
              rename -> {
                visitor.visit(rename.source(), true);
                visitor.visit(rename.target(), true);
              });
    }
  }

  private void add(DatasetPath dataset, String id, boolean changes) {
    depths.set(depth(dataset.base()));
    if (dataset.isGlob()) {
      globs
          .computeIfAbsent(dataset.fileSystem(), f -> new TreeMap<>())
          .computeIfAbsent(dataset.base(), b -> new LinkedHashMap<>())
          .merge(dataset, Users.NONE.with(id, changes), (old, one) -> old.with(id, changes));
    } else {
      plain
          .computeIfAbsent(dataset.fileSystem(), f -> new TreeMap<>())
          .merge(dataset.path(), Users.NONE.with(id, changes), (old, one) -> old.with(id, changes));
    }
  }

  private void remove(DatasetPath dataset, String id) {
    if (dataset.isGlob()) {
      TreeMap<String, Map<DatasetPath, Users>> bases =
          Objects.requireNonNull(globs.get(dataset.fileSystem()));
      bases.computeIfPresent(
          dataset.base(),
          (base, patterns) -> {
            patterns.computeIfPresent(dataset, (pattern, users) -> less(users, id));
            return patterns.isEmpty() ? null : patterns;
          });
    } else {
      Objects.requireNonNull(plain.get(dataset.fileSystem()))
          .computeIfPresent(dataset.path(), (path, users) -> less(users, id));
    }
  }

  private static @Nullable Users less(Users users, String id) {
    Users left = users.without(id);
    return left.isEmpty() ? null : left;
  }

  private void collect(DatasetPath dataset, boolean changes, Set<String> found) {
    String base = dataset.base();
    int depth = depth(base);
    var paths = plain.get(dataset.fileSystem());
    if (paths != null) {
      atOrAbove(paths, base, (path, users) -> take(users, changes, found));
      if (depths.nextSetBit(depth + 1) >= 0) {
        under(paths, base)
            .forEach(
                (path, users) -> {
                  if (new DatasetPath(dataset.fileSystem(), path).overlaps(dataset)) {
                    take(users, changes, found);
                  }
                });
      }
    }
    var patterns = globs.get(dataset.fileSystem());
    if (patterns == null) {
      return;
    }
    BiConsumer<String, Map<DatasetPath, Users>> matching =
        (at, users) ->
            users.forEach(
                (pattern, ids) -> {
                  if (pattern.overlaps(dataset)) {
                    take(ids, changes, found);
                  }
                });
    atOrAbove(patterns, base, matching);
    under(patterns, base).forEach(matching);
  }

  private static void take(Users users, boolean changes, Set<String> found) {
    found.addAll(users.writers());
    if (changes) {
      found.addAll(users.readers());
    }
  }

  private <T> void atOrAbove(TreeMap<String, T> places, String path, BiConsumer<String, T> action) {
    String at = path;
    for (int depth = depth(path); depth >= 0; depth--) {
      T here = depths.get(depth) ? places.get(at) : null;
      if (here != null) {
        action.accept(at, here);
      }
      at = at.substring(0, Math.max(1, at.lastIndexOf('/')));
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

  private static <T> SortedMap<String, T> under(TreeMap<String, T> places, String path) {
    // '0' follows '/' in the order of characters: this is the range of all paths below.
    return path.equals("/")
        ? places.subMap("/", false, "0", false)
        : places.subMap(path + "/", true, path + "0", false);
  }
}
