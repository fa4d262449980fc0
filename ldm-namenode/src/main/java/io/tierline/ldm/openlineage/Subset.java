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
import java.util.LinkedHashSet;
import java.util.List;
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

  /** Conditions inside each other. */
  private static final int DEPTH_MAX = 50;

  /** What Hive does not leave in the name of a partition's directory. */
  private static final String ESCAPED = "\"#%'*/:=?\\{[]^\u007f";

  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  private final String namespace;
  private final String name;
  private final DatasetPath whole;

  private Subset(String namespace, String name, DatasetPath whole) {
    this.namespace = namespace;
    this.name = name;
    this.whole = whole;
  }

  /**
   * The parts that a condition leaves; none when it leaves the whole.
   *
   * @param condition of the facet; null when there is none
   * @param whole where the dataset lies; null when its place is not known
   */
  static List<DatasetPath> parts(
      JsonNode condition, String namespace, String name, DatasetPath whole) {
    if (condition == null) {
      return List.of();
    }
    Optional<Set<DatasetPath>> parts = new Subset(namespace, name, whole).of(condition, 0);
    return parts
        .filter(found -> !found.isEmpty() && found.size() <= PARTS_MAX)
        .map(List::copyOf)
        .orElse(List.of());
  }

  /** The parts; empty when they are not known. */
  private Optional<Set<DatasetPath>> of(JsonNode condition, int depth) {
    return switch (condition.path("type").asText()) {
      case "location" -> all(condition.path("locations"), this::location);
      case "partition" -> all(condition.path("partitions"), this::partition);
      case "binary" -> depth < DEPTH_MAX ? both(condition, depth + 1) : Optional.empty();
      default -> Optional.empty();
    };
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
    Optional<Set<DatasetPath>> left = of(condition.path("left"), depth);
    Optional<Set<DatasetPath>> right = of(condition.path("right"), depth);
    if (left.isEmpty() || right.isEmpty()) {
      boolean isAnd = condition.path("operator").asText().equalsIgnoreCase("AND");
      return isAnd ? left.or(() -> right) : Optional.empty();
    }
    Set<DatasetPath> parts = new LinkedHashSet<>(left.get());
    if (condition.path("operator").asText().equalsIgnoreCase("AND")) {
      parts.removeIf(part -> right.get().stream().noneMatch(other -> other.covers(part)));
      right.get().stream()
          .filter(part -> left.get().stream().anyMatch(other -> other.covers(part)))
          .forEach(parts::add);
    } else {
      parts.addAll(right.get());
    }
    return Optional.of(parts);
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
    part.path("dimensions")
        .fields()
        .forEachRemaining(
            dimension ->
                directories.add(escaped(dimension.getKey()) + "=" + value(dimension.getValue())));
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
