/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tierline.testing.House;
import io.tierline.testing.PureCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Pure core, thin adapter: what decides knows nothing of Hadoop and HBase and takes its clock and
 * randomness as arguments, so that it runs unchanged in the region server and in a simulator.
 */
class ArchitectureTest {
  // Imported by hand: under Surefire, ArchUnit's own engine runs no rule and reports success.
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ImportOption.DoNotIncludeJars())
          .importPackages("io.tierline.rlsm");

  /** Packages that compute. Some come later; a rule over none of them holds. */
  private static final String[] CORE = {
    "io.tierline.rlsm.layout..", "io.tierline.rlsm.plan..", "io.tierline.rlsm.select.."
  };

  @Test
  void coreKnowsNoHadoopAndNoHbase() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.apache.hadoop..", "org.apache.hbase..")
                .and(not(resideInAPackage("org.apache.hbase.thirdparty.com.google.common.."))))
        .check(CLASSES);
  }

  @Test
  void coreKnowsNoAdapter() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tierline.rlsm.hbase..")
        .check(CLASSES);
  }

  @Test
  void coreReadsNoClock() {
    PureCode.readsNoClock(CORE).check(CLASSES);
  }

  @Test
  void decisionsRollNoDice() {
    PureCode.rollsNoDice(CORE).check(CLASSES);
  }

  @Test
  void houseIsInOrder() throws IOException {
    House.requireOrder(Path.of(""), "io.tierline.rlsm.layout.FileMeta");
  }
}
