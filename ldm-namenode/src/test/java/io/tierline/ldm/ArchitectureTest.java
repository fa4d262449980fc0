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
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
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
    "io.tierline.ldm.openlineage..",
    "io.tierline.ldm.kept..",
    "io.tierline.ldm.wire.."
  };

  private static final String ADAPTER = "io.tierline.ldm.namenode..";

  /** The adapter's hooks stand here, under the names that are in configurations. */
  private static final String HOOKS = "io.tierline.ldm.namenode";

  private static final String RUNTIME = "io.tierline.ldm.namenode.runtime";

  private static final String REST = "io.tierline.ldm.namenode.rest";

  /** Files and public types of one package, above which it says in its description why. */
  private static final int MOST_FILES = 25;

  private static final int MOST_PUBLIC = 12;

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
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", long.class, int.class)
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void coreRollsNoDice() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
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
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  /** A guest never ends its host. */
  @Test
  void nothingExits() {
    noClasses()
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(CLASSES);
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
        .resideInAnyPackage("io.tierline.ldm.lineage..", "java..", "com.google.re2j..")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.tierline.ldm.(**)").should().beFreeOfCycles().check(CLASSES);
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

  /** A package that is larger than most says why, in a paragraph that begins with "Large". */
  @Test
  void largePackagesSayWhy() throws IOException {
    List<String> silent = new ArrayList<>();
    try (Stream<Path> found = Files.walk(Path.of("src", "main", "java"))) {
      for (Path folder : found.filter(Files::isDirectory).toList()) {
        if (isLarge(folder)
            && !Files.readString(folder.resolve("package-info.java")).contains("<p>Large")) {
          silent.add(folder.toString());
        }
      }
    }
    assertThat(silent).isEmpty();
  }

  private static boolean isLarge(Path folder) throws IOException {
    int files = 0;
    int published = 0;
    try (Stream<Path> found = Files.list(folder)) {
      for (Path file : found.filter(each -> each.toString().endsWith(".java")).toList()) {
        files++;
        published += Files.readString(file).lines().anyMatch(l -> l.startsWith("public ")) ? 1 : 0;
      }
    }
    return files > MOST_FILES || published > MOST_PUBLIC;
  }
}
