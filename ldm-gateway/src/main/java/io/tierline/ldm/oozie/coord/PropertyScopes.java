/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.el.Expressions;
import io.tierline.ldm.oozie.el.Facts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which of several files of properties a definition is submitted with. A file whose application
 * path names the definition stands highest; then one beside it of its own name ({@code
 * coordinator.properties} for {@code coordinator.xml}); then others beside it and in the
 * directories above, the nearest first; then those of directories without definitions, which are
 * meant for all below the nearest directory above them that has some: a repository's {@code conf}
 * for its applications, and not for those of another one. Lower ones fill in what higher ones leave
 * unset.
 */
final class PropertyScopes {
  private static final Map<FileKind, String> APPLICATION_PATHS =
      new EnumMap<>(
          Map.of(
              FileKind.BUNDLE, "oozie.bundle.application.path",
              FileKind.COORDINATOR, "oozie.coord.application.path",
              FileKind.WORKFLOW, "oozie.wf.application.path"));

  private final Map<String, Map<String, String>> files = new LinkedHashMap<>();
  private final Map<String, List<String>> directories = new HashMap<>();
  private final Map<String, String> owners = new LinkedHashMap<>();

  /** The directories of definitions and all those above them. */
  private final Set<List<String>> near = new HashSet<>();

  /**
   * Of each file of properties, the first of its directory and those above that is one of these.
   */
  private final Map<String, List<String>> reaches = new HashMap<>();

  void add(String file, Map<String, String> properties) {
    files.put(file, properties);
    directories.put(file, PlanFile.directory(file));
  }

  void addDefinition(String file) {
    reaches.clear();
    List<String> directory = PlanFile.directory(file);
    int length = directory.size();
    while (length >= 0 && near.add(directory.subList(0, length))) {
      length--;
    }
  }

  /** The application paths that the file states, evaluated, by what they are. */
  Map<FileKind, String> applicationPaths(String file) {
    Expressions expressions = new Expressions(Facts.NONE, Map.of(), files.get(file));
    Map<FileKind, String> paths = new EnumMap<>(FileKind.class);
    APPLICATION_PATHS.forEach(
        (kind, name) -> expressions.property(name).ifPresent(path -> paths.put(kind, path.text())));
    return paths;
  }

  /** Records that the file of properties submits that definition. */
  void owns(String propertyFile, String definition) {
    owners.put(propertyFile, definition);
  }

  /** True when a file of properties submits that definition. */
  boolean isSubmitted(String definition) {
    return owners.containsValue(definition);
  }

  /** The properties of a definition, above common ones. */
  Map<String, String> of(String definition, Map<String, String> common) {
    Map<String, Integer> ranks = ranks(definition);
    List<String> ranked = new ArrayList<>(ranks.keySet());
    ranked.sort(Comparator.comparing(ranks::get));
    Map<String, String> properties = new LinkedHashMap<>();
    for (String file : ranked) {
      files.get(file).forEach(properties::putIfAbsent);
    }
    properties.putAll(common);
    return properties;
  }

  /** The places of the files that are meant for a definition, 0 the highest. */
  private Map<String, Integer> ranks(String definition) {
    List<String> own = PlanFile.directory(definition);
    Map<String, Integer> ranks = new LinkedHashMap<>();
    for (String file : files.keySet()) {
      int rank = rank(file, directories.get(file), definition, own);
      if (rank >= 0) {
        ranks.put(file, rank);
      }
    }
    return ranks;
  }

  /** The place of a file, 0 the highest; -1 when it is not meant for the definition. */
  private int rank(String file, List<String> directory, String definition, List<String> own) {
    if (definition.equals(owners.get(file))) {
      return 0;
    }
    if (directory.equals(own)) {
      return stem(file).equals(stem(definition)) ? 1 : 2;
    }
    List<String> reach = reaches.computeIfAbsent(file, f -> reach(directory));
    boolean isMeant = own.size() >= reach.size() && own.subList(0, reach.size()).equals(reach);
    if (!isMeant) {
      return -1;
    }
    boolean above = reach.equals(directory);
    return above ? 2 + own.size() - directory.size() : Integer.MAX_VALUE - reach.size();
  }

  private List<String> reach(List<String> directory) {
    int length = directory.size();
    while (length > 0 && !near.contains(directory.subList(0, length))) {
      length--;
    }
    return directory.subList(0, length);
  }

  private static String stem(String file) {
    List<String> parts = PlanFile.components(file);
    String name = parts.isEmpty() ? "" : parts.get(parts.size() - 1);
    int dot = name.lastIndexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
