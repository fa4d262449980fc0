/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.Map;
import java.util.Optional;

/**
 * The files that lie beside a workflow's definition: job-xml, config-default.xml, sub-workflows.
 */
@FunctionalInterface
public interface AppFiles {
  /**
   * The content of a file, if it is at hand.
   *
   * @param path relative to the directory of the top workflow's definition, without ".." components
   */
  Optional<byte[]> read(String path);

  /**
   * The path by which {@link #read} finds the definition of a sub-workflow that lies elsewhere, if
   * it is at hand.
   *
   * @param appPath where it lies on the cluster, as evaluated
   */
  default Optional<String> elsewhere(String appPath) {
    return Optional.empty();
  }

  /**
   * The path by which {@link #read} finds a file of properties that lies elsewhere, if it is at
   * hand.
   *
   * @param path where it lies on the cluster, as evaluated
   */
  default Optional<String> settings(String path) {
    return Optional.empty();
  }

  /**
   * Why no file at hand is taken for a sub-workflow's definition; empty when there is none that
   * might be.
   *
   * @param appPath where it lies on the cluster, as evaluated
   */
  default Optional<String> whyMissing(String appPath) {
    return Optional.empty();
  }

  /**
   * What people call the file that {@link #read} finds by a path; empty when that is the path, seen
   * from the top workflow's directory.
   */
  default Optional<String> shownAs(String path) {
    return Optional.empty();
  }

  /**
   * Told of each sub-workflow that was read in.
   *
   * @param path by which {@link #read} found its definition
   * @param properties what it is submitted with, evaluated
   */
  default void runs(String path, Map<String, String> properties) {}

  /** No file is at hand. */
  static AppFiles none() {
    return path -> Optional.empty();
  }
}
