/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.lineage.DatasetPath;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a dataset that a run reads or writes, as the facet {@code subset} states it: by
 * locations, or by partitions, which lie below the dataset as Hive and Spark write them ({@code
 * year=2026/month=3}). A condition on fields says nothing of files; where nothing else is said, or
 * what is said cannot be followed, it is the whole dataset.
 */
final class Subset {
  /** Parts of one dataset; one of more is taken whole. */
  static final int PARTS_MAX = 2_000;

  /** What comparing parts may cost in all events that come at once: some tenths of a second. */
  static final long EFFORT_MAX = 1_000_000;

  /** Conditions inside each other. */
  private static final int DEPTH_MAX = 50;

  /** What Hive does not leave in the name of a partition's directory. */
  private static final String ESCAPED = "\"#%'*/:=?\\{[]^\u007f";

  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  private final String namespace;
  private final String name;
  private final DatasetPath whole;
  private final Effort effort;

  /** What may still be spent on comparing parts; a sender may send many conditions at once. */
  static final class Effort {
    private long left = EFFORT_MAX;

    /** False, and nothing is spent, when it is more than what is left. */
    private boolean spend(long cost) {
      if (cost > left) {
        return false;
      }
      left -= cost;
      return true;
    }
  }

  private Subset(String namespace, String name, DatasetPath whole, Effort effort) {
    this.namespace = namespace;
    this.name = name;
    this.whole = whole;
    this.effort = effort;
  }

  /**
   * The parts that a condition leaves; none when it leaves the whole.
   *
   * @param condition of the facet; null when there is none
   * @param whole where the dataset lies; null when its place is not known
   * @param effort what may be spent on it
   */
  static List<DatasetPath> parts(
      JsonNode condition, String namespace, String name, DatasetPath whole, Effort effort) {
    if (condition == null) {
      return List.of();
    }
    return new Subset(namespace, name, whole, effort)
        .of(condition, 0)
        .map(List::copyOf)
        .orElse(List.of());
  }

  /** The parts; empty when they are not known, or too many. */
  private Optional<Set<DatasetPath>> of(JsonNode condition, int depth) {
    Optional<Set<DatasetPath>> parts =
        switch (condition.path("type").asText()) {
          case "location" -> all(condition.path("locations"), this::location);
          case "partition" -> all(condition.path("partitions"), this::partition);
          case "binary" -> depth < DEPTH_MAX ? both(condition, depth + 1) : Optional.empty();
          default -> Optional.empty();
        };
    return parts.filter(found -> found.size() <= PARTS_MAX);
  }

  /** Finds the place of one part. */
  @FunctionalInterface
  private interface Finder {
    Optional<DatasetPath> find(JsonNode part);
  }

  private static Optional<Set<DatasetPath>> all(JsonNode parts, Finder finder) {
    Set<DatasetPath> places = new LinkedHashSet<>();
    for (JsonNode part : parts) {
      Optional<DatasetPath> place = finder.find(part);
      if (place.isEmpty() || places.size() > PARTS_MAX) {
        return Optional.empty();
      }
      places.add(place.get());
    }
    return Optional.of(places);
  }

  private Optional<Set<DatasetPath>> both(JsonNode condition, int depth) {
    boolean isAnd = condition.path("operator").asText().equalsIgnoreCase("AND");
    Optional<Set<DatasetPath>> left = of(condition.path("left"), depth);
    if (left.isEmpty() && !isAnd) {
      return left;
    }
    Optional<Set<DatasetPath>> right = of(condition.path("right"), depth);
    if (left.isEmpty() || right.isEmpty()) {
      return isAnd ? left.or(() -> right) : Optional.empty();
    }
    return isAnd ? common(left.get(), right.get()) : Optional.of(union(left.get(), right.get()));
  }

  /** What lies in both; empty when that is too dear to find out. */
  private Optional<Set<DatasetPath>> common(Set<DatasetPath> left, Set<DatasetPath> right) {
    if (!effort.spend(effort(left) * right.size() + effort(right) * left.size())) {
      return Optional.empty();
    }
    Set<DatasetPath> common = new LinkedHashSet<>();
    left.stream().filter(part -> covers(right, part)).forEach(common::add);
    right.stream().filter(part -> covers(left, part)).forEach(common::add);
    return Optional.of(common);
  }

  private static long effort(Set<DatasetPath> parts) {
    return parts.stream().mapToLong(DatasetPath::effort).sum();
  }

  private static boolean covers(Set<DatasetPath> parts, DatasetPath part) {
    return parts.stream().anyMatch(other -> other.covers(part));
  }

  /** The larger one takes the smaller one in, so that a long chain is not copied at each link. */
  private static Set<DatasetPath> union(Set<DatasetPath> left, Set<DatasetPath> right) {
    Set<DatasetPath> larger = left.size() >= right.size() ? left : right;
    larger.addAll(larger == left ? right : left);
    return larger;
  }

  /** A URI, a name beside the dataset's own in its namespace, or a path below the dataset. */
  private Optional<DatasetPath> location(JsonNode part) {
    String text = part.isTextual() ? part.asText().strip() : "";
    if (text.isEmpty() || text.length() > DatasetPath.MAX_LENGTH) {
      return Optional.empty();
    }
    if (text.contains("://")) {
      return path(text);
    }
    boolean isName = text.startsWith("/") || (name != null && text.startsWith(name + "/"));
    return isName ? DatasetNames.named(namespace, text) : below(text);
  }

  private Optional<DatasetPath> partition(JsonNode part) {
    List<String> directories = new ArrayList<>();
    Iterator<Map.Entry<String, JsonNode>> dimensions = part.path("dimensions").fields();
    while (dimensions.hasNext()) {
      Map.Entry<String, JsonNode> dimension = dimensions.next();
      if (dimension.getValue().isContainerNode()) {
        // A list of values, say: which partitions these are is not known.
        return Optional.empty();
      }
      directories.add(escaped(dimension.getKey()) + "=" + value(dimension.getValue()));
    }
    return directories.isEmpty() ? Optional.empty() : below(String.join("/", directories));
  }

  private static String value(JsonNode value) {
    String text = value.isNull() ? "" : value.asText();
    return text.isEmpty() ? NULL : escaped(text);
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || ESCAPED.indexOf(c) >= 0) {
        escaped.append("%%%02X".formatted((int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private Optional<DatasetPath> below(String text) {
    if (whole == null || text.length() > DatasetPath.MAX_LENGTH) {
      return Optional.empty();
    }
    String directory = whole.path().equals("/") ? "" : whole.path();
    return path(whole.fileSystem() + directory + "/" + text).filter(whole::covers);
  }

  private static Optional<DatasetPath> path(String text) {
    try {
      return Optional.of(DatasetPath.of(text));
    } catch (IllegalArgumentException noPath) {
      return Optional.empty();
    }
  }
}
