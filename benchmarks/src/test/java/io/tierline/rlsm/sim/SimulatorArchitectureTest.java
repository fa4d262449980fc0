/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The simulator and the source's structure compute: they know neither Hadoop nor the engine's
 * adapter, and take time and randomness as arguments.
 */
class SimulatorArchitectureTest {
  private static final String RANGED = "io.tierline.rlsm.ranged..";
  private static final String SIM = "io.tierline.rlsm.sim..";

  // Imported by hand: under Surefire, ArchUnit's own engine runs no rule and reports success.
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ImportOption.DoNotIncludeJars())
          .importPackages("io.tierline.rlsm");

  @Test
  void knowsNoHadoopNoHbaseAndNoAdapter() {
    noClasses()
        .that()
        .resideInAnyPackage(RANGED, SIM)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache..", "io.tierline.rlsm.hbase..", "io.tierline.benchmarks..")
        .check(CLASSES);
  }

  @Test
  void readsNoClock() {
    noClasses()
        .that()
        .resideInAnyPackage(RANGED, SIM)
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .check(CLASSES);
  }

  /** The simulator may: it is given the seed. */
  @Test
  void structureRollsNoDice() {
    noClasses()
        .that()
        .resideInAPackage(RANGED)
        .should()
        .callConstructor(Random.class)
        .orShould()
        .callConstructor(SplittableRandom.class)
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.tierline.rlsm.(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
