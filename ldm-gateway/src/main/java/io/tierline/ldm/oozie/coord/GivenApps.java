/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.AppFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What is at hand for a workflow that is planned together with others: the files beside it, the
 * given workflows as its sub-workflows, and the files beside those. The latter go by paths below
 * {@value #GIVEN}, a name that no definition can mean since it is no path on a cluster.
 */
final class GivenApps implements AppFiles {
  private static final String GIVEN = "given:";

  private final PlanFile own;
  private final Finder finder;
  private final Map<List<String>, PlanFile> given;
  private final BiConsumer<String, Map<String, String>> told;
  private final Map<String, PlanFile> reached = new HashMap<>();

  /** Finds the given file that is meant by a path. */
  interface Finder {
    /** The workflow of an application path, beyond doubt. */
    Optional<String> workflow(String path, String namedIn);

    /** The file of properties. */
    Optional<String> settings(String path, String namedIn);

    /** Why a workflow that might be meant is not taken. */
    Optional<String> whyMissing(String path, String namedIn);
  }

  /**
   * Binds them.
   *
   * @param own the workflow
   * @param finder finds the given files that a file names
   * @param given all files, by the components of their paths
   * @param told takes each given file that is run as a sub-workflow, with its properties
   */
  GivenApps(
      PlanFile own,
      Finder finder,
      Map<List<String>, PlanFile> given,
      BiConsumer<String, Map<String, String>> told) {
    this.own = own;
    this.finder = finder;
    this.given = given;
    this.told = told;
  }

  @Override
  public Optional<byte[]> read(String path) {
    if (!path.startsWith(GIVEN + "/")) {
      return own.beside().read(path);
    }
    PlanFile file = reached.get(path);
    if (file != null) {
      return Optional.of(file.content());
    }
    int slash = path.lastIndexOf('/');
    return reached.entrySet().stream()
        .filter(app -> app.getKey().lastIndexOf('/') == slash)
        .filter(app -> app.getKey().startsWith(path.substring(0, slash + 1)))
        .findFirst()
        .flatMap(app -> app.getValue().beside().read(path.substring(slash + 1)));
  }

  @Override
  public Optional<String> elsewhere(String appPath) {
    return finder.workflow(appPath, own.name()).flatMap(this::key);
  }

  @Override
  public Optional<String> settings(String path) {
    return finder.settings(path, own.name()).flatMap(this::key);
  }

  @Override
  public Optional<String> whyMissing(String appPath) {
    return finder.whyMissing(appPath, own.name());
  }

  @Override
  public Optional<String> shownAs(String path) {
    return Optional.ofNullable(reached.get(path)).map(PlanFile::name);
  }

  @Override
  public void runs(String path, Map<String, String> properties) {
    boolean elsewhere = path.startsWith(GIVEN + "/");
    List<String> parts = new ArrayList<>(elsewhere ? List.of() : PlanFile.directory(own.name()));
    parts.addAll(PlanFile.components(elsewhere ? path.substring(GIVEN.length()) : path));
    PlanFile file = given.get(parts);
    if (file != null) {
      told.accept(file.name(), properties);
    }
  }

  private Optional<String> key(String name) {
    List<String> parts = PlanFile.components(name);
    String key = GIVEN + "/" + String.join("/", parts);
    PlanFile file = given.get(parts);
    if (file == null) {
      return Optional.empty();
    }
    reached.put(key, file);
    return Optional.of(key);
  }
}
