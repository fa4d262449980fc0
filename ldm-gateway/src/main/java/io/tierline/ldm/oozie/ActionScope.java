/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.PathLists;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.oozie.el.Resolved;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One action while it is read: what it can ask, and what was found in it. */
final class ActionScope {
  /** Texts of one action that are looked at as paths it may read. */
  private static final int CANDIDATES_MAX = 2_000;

  /** Closing braces that are tried as the end of an expression. */
  private static final int BRACES_MAX = 8;

  private final Step step;
  private final ActionPaths paths;
  private final Map<String, String> configuration;
  private final NoteCollector notes;
  private final Set<DatasetUse> uses = new LinkedHashSet<>();
  private final List<Rename> renames = new ArrayList<>();
  private final Set<DatasetPath> candidates = new LinkedHashSet<>();
  private final ActionTasks tasks = new ActionTasks();

  /** Expressions that are not known, with the reason. */
  private final Map<String, String> reasons = new HashMap<>();

  ActionScope(
      Step step, ActionPaths paths, Map<String, String> configuration, NoteCollector notes) {
    this.step = step;
    this.paths = paths;
    this.configuration = configuration;
    this.notes = notes;
  }

  Step step() {
    return step;
  }

  XmlElement body() {
    return step.node.body();
  }

  Set<DatasetUse> uses() {
    return uses;
  }

  List<Rename> renames() {
    return renames;
  }

  /** By how many tasks it reads and writes. */
  ActionTasks tasks() {
    return tasks;
  }

  /** Places that the action names without saying what it does there. */
  Set<DatasetPath> candidates() {
    return candidates;
  }

  boolean writesStated() {
    return uses.stream().anyMatch(use -> use.access() == Access.WRITE && !use.inferred());
  }

  /** Adds a note at the action's line. */
  void note(String text) {
    notes.add(step.node.line(), step.name, text);
  }

  /** Evaluates a text; what stays unknown in it is reported when it becomes part of a dataset. */
  String evaluate(String text) {
    Resolved resolved = step.unit.expressions().resolve(text);
    reasons.putAll(resolved.unresolved());
    return resolved.text();
  }

  /** The evaluated texts of the children of that name. */
  List<String> texts(String child) {
    return body().children(child).stream().map(c -> evaluate(c.text())).toList();
  }

  /** The first of the properties that the action's configuration sets to something. */
  Optional<String> property(String... names) {
    for (String name : names) {
      String value = configuration.get(name);
      if (value != null && !value.isBlank()) {
        return Optional.of(evaluate(value));
      }
    }
    return Optional.empty();
  }

  /** Adds a stated use of an evaluated path. */
  void uses(Access access, String path) {
    add(access, path, false);
  }

  /** Adds a use of an evaluated path that the definition does not state. */
  void infers(Access access, String path) {
    add(access, path, true);
  }

  private void add(Access access, String path, boolean inferred) {
    place(path).ifPresent(dataset -> uses.add(new DatasetUse(dataset, access, inferred)));
  }

  /** Adds a move between evaluated paths. */
  void renames(String source, String target) {
    Optional<DatasetPath> from = place(source);
    Optional<DatasetPath> to = place(target);
    if (from.isPresent() && to.isPresent()) {
      renames.add(new Rename(from.get(), to.get()));
    }
  }

  /** The place of a path that matters; a note says when it is none, or not the cluster's. */
  private Optional<DatasetPath> place(String path) {
    Optional<DatasetPath> place = paths.place(path);
    if (place.isEmpty()) {
      if (!path.isBlank()) {
        note("'" + path + "' is not a path");
      }
      return place;
    }
    String fileSystem = place.get().fileSystem();
    if (!fileSystem.isEmpty() && !fileSystem.contains("${")) {
      notes.addOnce(
          step.node.line(),
          step.name,
          "'" + place.get() + "' is on another file system: not managed");
    }
    reportUnknown(place.get().toString());
    return place;
  }

  private void reportUnknown(String dataset) {
    if (dataset.contains(ActionPaths.UNKNOWN_USER)) {
      evaluate(ActionPaths.UNKNOWN_USER);
    }
    for (int at = dataset.indexOf("${"); at >= 0; at = dataset.indexOf("${", at + 2)) {
      String expression = unknownAt(dataset, at);
      String reason = reasons.getOrDefault(expression, "it was handed over like this");
      notes.unresolved(step.node.line(), step.name, expression, reason);
    }
  }

  /** The expression that starts there; one that a parent workflow left has no reason here. */
  private String unknownAt(String dataset, int start) {
    int first = dataset.indexOf('}', start);
    int end = first;
    for (int i = 0; i < BRACES_MAX && end > 0; i++) {
      String expression = dataset.substring(start, end + 1);
      if (reasons.containsKey(expression)) {
        return expression;
      }
      end = dataset.indexOf('}', end + 1);
    }
    return dataset.substring(start, first < 0 ? dataset.length() : first + 1);
  }

  /** Remembers an evaluated text that is perhaps a path the action reads. */
  void mayRead(String text) {
    for (String part : PathLists.split(text)) {
      if (candidates.size() < CANDIDATES_MAX && part.indexOf(' ') < 0) {
        paths.place(part).ifPresent(candidates::add);
      }
    }
  }

  /** Lets what a person stated stand for what was found. */
  void override(Access access, String stated) {
    uses.removeIf(use -> use.access() == access);
    if (access == Access.READ) {
      candidates.clear();
    }
    PathLists.split(stated).forEach(path -> uses(access, path));
  }
}
