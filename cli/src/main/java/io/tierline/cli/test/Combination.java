/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A pair of hosts and a Java that Tierline is tried with.
 *
 * @param name what users call it; also the profile of pom.xml, but for the pair that needs none
 * @param modules where tests are run; what they need is built as well
 */
record Combination(String name, List<String> modules) {
  /** What {@code ./tierline test} builds without any profile. */
  static final String DEFAULT = "default";

  private static final List<String> RLSM = List.of("common", "rlsm-hbase", "dist");

  private static final List<String> ALL_PARTS =
      List.of(
          "common",
          "ldm-namenode",
          "ldm-gateway",
          "bid-agent",
          "rlsm-hbase",
          "integration-tests",
          "dist");

  /**
   * Their tests without a cluster are of the docs and the tarball, the table of versions among
   * them: it would have to be right before it could be made.
   */
  private static final Set<String> CLUSTERS_ONLY = Set.of("integration-tests", "dist");

  /** The table's rows, in its order. */
  static final List<Combination> ALL =
      List.of(
          new Combination(DEFAULT, ALL_PARTS),
          new Combination("hadoop-3.4.3", ALL_PARTS),
          new Combination("hadoop-3.5.0", ALL_PARTS),
          new Combination("hbase-3.0.0", RLSM),
          new Combination("java-21", ALL_PARTS));

  /** On clusters: a part at work in its host, one class or two for each hook. */
  private static final List<String> ON_CLUSTERS =
      List.of(
          "PlacementByLineageTest",
          "MigrationTest",
          "SurplusTest",
          "ReadOrderTest",
          "StockFallbackTest",
          "TierlineDatasetTest",
          "DeltaOnClusterTest",
          "BidAgentTest",
          "KilledServerTest",
          "EngineMixTest",
          "DeletesTest",
          "DaemonSmokeTest",
          "TarballOnDaemonsTest");

  static Optional<Combination> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** The names of all, as text. */
  static String names() {
    return ALL.stream().map(Combination::name).collect(Collectors.joining(", "));
  }

  /**
   * Maven's arguments, one list for each time that it is run.
   *
   * @param tarball the one that users get: it is of the default pair, whatever it is unpacked over
   */
  List<List<String>> arguments(Path tarball) {
    return List.of(
        arguments(
            modules.stream().filter(module -> !CLUSTERS_ONLY.contains(module)).toList(),
            "-Dtests.excludedGroups=integration,slow"),
        arguments(
            modules,
            "-Dtest=" + String.join(",", ON_CLUSTERS),
            "-Dsurefire.failIfNoSpecifiedTests=false",
            "-Dtierline.tarball=" + tarball,
            // Of what -Dtest names each execution would run all.
            "-Drlsm.long.tests.skip=true",
            "-Dhbase.tests.skip=true",
            "-Dhdfs.tests.skip=true"));
  }

  private List<String> arguments(List<String> projects, String... which) {
    List<String> arguments = new ArrayList<>(List.of("verify", "-T", "2", "--fail-at-end"));
    if (!DEFAULT.equals(name)) {
      arguments.add("--activate-profiles=" + name);
    }
    arguments.addAll(List.of("--projects=" + String.join(",", projects), "--also-make"));
    arguments.add("-Dmaven.test.failure.ignore=true");
    // Looked over in the default pair's build; of the programs in C no host's version changes
    // anything.
    arguments.addAll(List.of("-Dspotless.check.skip=true", "-Dcheckstyle.skip=true"));
    arguments.addAll(List.of("-Djacoco.skip=true", "-Dnative.skipTests=true"));
    arguments.addAll(List.of(which));
    return arguments;
  }
}
