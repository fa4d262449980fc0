/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.coord.ServedCoordinator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a coordinator's action reads and writes is what a real Oozie makes of the same definition in
 * a dry run; with -Dtierline.extended=true of many more.
 */
@Tag("integration")
class OozieInstancesTest {
  private static final int COORDINATORS = Boolean.getBoolean("tierline.extended") ? 1_000 : 50;
  private static final String USER = "ann";

  private static final Pattern EVENT =
      Pattern.compile("<data-(in|out) .*?<uris>(.*?)</uris>", Pattern.DOTALL);

  @TempDir private static Path directory;

  private static RealOozie oozie;

  @BeforeAll
  static void start() throws IOException {
    oozie = RealOozie.start(directory.resolve("oozie"));
  }

  @AfterAll
  static void stop() throws IOException {
    if (oozie != null) {
      oozie.close();
    }
  }

  /** What Oozie made of it; empty where it refuses it. */
  private static Optional<String> action(long seed, OddCoordinator coordinator) throws Exception {
    String application = oozie.defineCoordinator("odd" + seed, coordinator.definition());
    return oozie
        .dryRun(application, USER, Map.of())
        .map(made -> made.substring(made.indexOf("***actions for instance***")));
  }

  private static Set<String> usesOf(String action) {
    Set<String> uses = new TreeSet<>();
    // Each event for itself: one without instances has no places.
    for (String event : action.split("(?=<data-)")) {
      Matcher found = EVENT.matcher(event);
      if (found.find()) {
        for (String place : found.group(2).split("#")) {
          uses.add(found.group(1) + " " + place.strip().replace(OddCoordinator.ROOT, "/odd/"));
        }
      }
    }
    return uses;
  }

  private static Set<String> usesOf(ServedCoordinator coordinator, OddCoordinator odd) {
    return coordinator.uses(odd.nominal()).stream()
        .map(OozieInstancesTest::text)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String text(DatasetUse use) {
    String way = use.access() == Access.READ ? "in" : "out";
    return way + " " + use.dataset().toString().replaceFirst("^file:/*", "/");
  }

  @Test
  void actionsAreWhatOozieMakesOfThem() throws Exception {
    int made = 0;
    for (long seed = 1; seed <= COORDINATORS; seed++) {
      OddCoordinator odd = new OddCoordinator(seed);
      Optional<String> action = action(seed, odd);
      if (action.isPresent()) {
        ServedCoordinator served =
            new ServedCoordinator(
                "odd",
                odd.definition().getBytes(StandardCharsets.UTF_8),
                Map.of("user.name", USER),
                new ObservedRuns(),
                (path, user, most) -> {
                  throw new FileNotFoundException(path);
                },
                USER);
        String what = "seed %d: %s".formatted(seed, odd.definition());
        assertThat(usesOf(served, odd)).as(what).isEqualTo(usesOf(action.get()));
        made++;
      }
    }
    // It refuses ranges that end before they begin, and offsets that lead before the first.
    assertThat(made).isGreaterThan(COORDINATORS * 3 / 4);
  }
}
