/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tierline.testing.House;
import io.tierline.testing.PureCode;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/**
 * Pure core, thin adapter: decisions know nothing of Hadoop and take their clock and randomness as
 * arguments, so that they run unchanged in the server, in the simulator and in a micro-benchmark.
 */
class ArchitectureTest {
  // Imported by hand: under Surefire, ArchUnit's own engine runs no rule and reports success.
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ImportOption.DoNotIncludeJars())
          .importPackages("io.tierline.ldm", "org.apache.hadoop");

  /** Packages that compute. Some come later; a rule over none of them holds. */
  private static final String[] CORE = {
    "io.tierline.ldm.lineage..",
    "io.tierline.ldm.limits..",
    "io.tierline.ldm.index..",
    "io.tierline.ldm.graph..",
    "io.tierline.ldm.rating..",
    "io.tierline.ldm.placement..",
    "io.tierline.ldm.registry..",
    "io.tierline.ldm.state..",
    "io.tierline.ldm.migration..",
    "io.tierline.ldm.device..",
    "io.tierline.ldm.whatif..",
    "io.tierline.ldm.shadow..",
    "io.tierline.ldm.live..",
    "io.tierline.ldm.mapreduce..",
    "io.tierline.ldm.kept..",
    "io.tierline.ldm.wire.."
  };

  private static final String ADAPTER = "io.tierline.ldm.namenode..";

  /** The adapter's hooks stand here, under the names that are in configurations. */
  private static final String HOOKS = "io.tierline.ldm.namenode";

  private static final String RUNTIME = "io.tierline.ldm.namenode.runtime";

  private static final String REST = "io.tierline.ldm.namenode.rest";

  /** In the ResourceManager, where nothing of the NameNode's adapter is. */
  private static final String YARN = "io.tierline.ldm.yarn..";

  /** Speaks to the service as Hadoop's own clients do: authenticated, by its configuration. */
  private static final String CLIENT = "io.tierline.ldm.client..";

  /** What adapters have in common: keys, read from a configuration of Hadoop. */
  private static final String SETTINGS = "io.tierline.ldm.settings..";

  private static final String HADOOP = "org.apache.hadoop..";

  @Test
  void coreKnowsNoHadoop() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(HADOOP)
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  /** The second package: shims that reach package-private members of the host. */
  @Test
  void onlyAdaptersKnowHadoop() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ADAPTER, YARN, CLIENT, SETTINGS, HADOOP)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(HADOOP)
        .check(CLASSES);
  }

  @Test
  void coreKnowsNoAdapters() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ADAPTER, YARN, CLIENT)
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void coreReadsNoClock() {
    PureCode.readsNoClock(CORE).check(CLASSES);
  }

  @Test
  void coreRollsNoDice() {
    PureCode.rollsNoDice(CORE).check(CLASSES);
  }

  /** A guest never ends its host. */
  @Test
  void nothingExits() {
    PureCode.exitsOnlyIn().check(CLASSES);
  }

  /** Of Hadoop's default resources the last one wins, so ours would override site files. */
  @Test
  void defaultsAreNoDefaultResourceOfHadoop() {
    noClasses()
        .should()
        .callMethod(Configuration.class, "addDefaultResource", String.class)
        .check(CLASSES);
  }

  /** Definitions are read in the gateway: no XML and no expressions in a NameNode. */
  @Test
  void nothingReadsDefinitions() {
    noClasses()
        .that()
        .resideInAPackage("io.tierline.ldm..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "javax.xml..", "org.xml..", "org.w3c.dom..", "jakarta.el..", "org.apache.el..")
        .check(CLASSES);
  }

  /** Below the core parts lies the lineage model, which depends on none of them. */
  @Test
  void lineageStandsAlone() {
    classes()
        .that()
        .resideInAPackage("io.tierline.ldm.lineage..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.tierline.ldm.lineage..",
            "java..",
            "com.google.re2j..",
            "org.jspecify.annotations..")
        .check(CLASSES);
  }

  @Test
  void houseIsInOrder() throws IOException {
    House.requireOrder(Path.of(""));
  }

  /** Each room is told what it needs; none finds another through a hook. */
  @Test
  void nothingKnowsTheHooks() {
    noClasses()
        .that()
        .resideOutsideOfPackage(HOOKS)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(HOOKS)
        .check(CLASSES);
  }

  /** The runtime knows every room. */
  @Test
  void onlyTheHooksKnowTheRuntime() {
    noClasses()
        .that()
        .resideOutsideOfPackages(HOOKS, RUNTIME)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(RUNTIME)
        .check(CLASSES);
  }

  @Test
  void onlyTheRuntimeKnowsRest() {
    noClasses()
        .that()
        .resideOutsideOfPackages(RUNTIME, REST)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(REST)
        .check(CLASSES);
  }

  /** What is wrong is an exception of the room's own; REST has the statuses. */
  @Test
  void onlyRestSpeaksHttp() {
    noClasses()
        .that()
        .resideInAPackage(ADAPTER)
        .and()
        .resideOutsideOfPackages(RUNTIME, REST)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("javax.servlet..")
        .check(CLASSES);
  }

  /** What would run as well without Hadoop stands with what does. */
  @Test
  void whatKnowsNoHadoopIsPure() {
    noClasses()
        .that()
        .resideInAPackage(ADAPTER)
        .and()
        .areTopLevelClasses()
        .and()
        .areNotInterfaces()
        .and()
        .areNotRecords()
        .and()
        .areNotAssignableTo(Throwable.class)
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackages(ADAPTER, HADOOP, "javax.servlet..")
        .check(CLASSES);
  }
}
