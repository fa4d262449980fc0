/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.openlineage.EventForm.DatasetForm;
import io.tierline.ldm.openlineage.EventForm.NameForm;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Names of datasets as OpenLineage's naming convention has them: of a file the namespace is the
 * file system ({@code hdfs://nn:8020}) and the name its path. A table is the files that its
 * symlinks facet leads to.
 */
final class DatasetNames {
  private static final Set<String> FILE_SYSTEMS =
      Set.of(
          "hdfs", "webhdfs", "viewfs", "file", "s3", "s3a", "s3n", "gs", "abfs", "abfss", "wasb",
          "wasbs", "o3fs", "ofs");

  private DatasetNames() {}

  /** Where the dataset's files lie; empty when it has none that are known. */
  static Optional<DatasetPath> place(DatasetForm dataset) throws LineageException {
    Optional<DatasetPath> own = place(dataset.namespace(), dataset.name());
    if (own.isPresent() || dataset.facets() == null || dataset.facets().symlinks() == null) {
      return own;
    }
    for (NameForm other : orEmpty(dataset.facets().symlinks().identifiers())) {
      Optional<DatasetPath> place = other == null ? Optional.empty() : place(other);
      if (place.isPresent()) {
        return place;
      }
    }
    return Optional.empty();
  }

  static Optional<DatasetPath> place(NameForm name) throws LineageException {
    return place(name.namespace(), name.name());
  }

  /** Where a name of that namespace lies; empty when that is not known. */
  static Optional<DatasetPath> named(String namespace, String name) {
    try {
      return place(namespace, name);
    } catch (LineageException noPlace) {
      return Optional.empty();
    }
  }

  private static Optional<DatasetPath> place(String namespace, String name)
      throws LineageException {
    if (namespace == null || name == null || name.isBlank()) {
      return Optional.empty();
    }
    String scheme = namespace.strip().split(":", 2)[0].toLowerCase(Locale.ROOT);
    if (!FILE_SYSTEMS.contains(scheme)) {
      return Optional.empty();
    }
    if (name.length() > DatasetPath.MAX_LENGTH) {
      throw new LineageException(
          "a dataset's name has at most " + DatasetPath.MAX_LENGTH + " characters");
    }
    String fileSystem = namespace.strip().replaceFirst("/+$", "");
    String authority = fileSystem.contains(":") ? fileSystem : fileSystem + ":";
    try {
      return Optional.of(DatasetPath.of(path(authority, name.strip())));
    } catch (IllegalArgumentException e) {
      throw new LineageException("dataset '" + name + "': " + e.getMessage(), e);
    }
  }

  /** Some integrations put the whole URI into the name as well. */
  private static String path(String fileSystem, String name) {
    boolean whole = name.regionMatches(true, 0, fileSystem, 0, fileSystem.length());
    return whole ? name : fileSystem + (name.startsWith("/") ? "" : "/") + name;
  }

  static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }
}
