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

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tierline.testing.PureCode;
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
    PureCode.readsNoClock(RANGED, SIM).check(CLASSES);
  }

  /** The simulator may: it is given the seed. */
  @Test
  void structureRollsNoDice() {
    PureCode.rollsNoDice(RANGED).check(CLASSES);
  }
}
