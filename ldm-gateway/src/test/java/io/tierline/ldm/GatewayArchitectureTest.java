/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
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

/** What reads definitions is pure; the daemon around it is thin; commands stand beside both. */
class GatewayArchitectureTest {
  // Imported by hand: under Surefire, ArchUnit's own engine runs no rule and reports success.
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ImportOption.DoNotIncludeJars())
          .importPath(Path.of("target", "classes"));

  private static final String[] CORE = {"io.tierline.ldm.oozie.."};
  private static final String DAEMON = "io.tierline.ldm.gateway..";
  private static final String ROOT = "io.tierline.ldm.gateway";
  private static final String CLI = "io.tierline.ldm.cli..";

  /** The command that speaks to a cluster, by the client. */
  private static final String ADMIN = "io.tierline.ldm.client.admin..";

  private static final String HADOOP = "org.apache.hadoop..";

  /** Files and public types of one package, above which it says in its description why. */
  private static final int MOST_FILES = 25;

  private static final int MOST_PUBLIC = 12;

  @Test
  void onlyTheDaemonAndItsCommandKnowHadoop() {
    noClasses()
        .that()
        .resideOutsideOfPackages(DAEMON, ADMIN)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(HADOOP)
        .check(CLASSES);
  }

  @Test
  void coreKnowsNeitherDaemonNorCommands() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(DAEMON, CLI, ADMIN, "io.tierline.ldm.namenode..")
        .check(CLASSES);
  }

  /** Of the NameNode's adapter the daemon knows which file systems are its own; no more. */
  @Test
  void daemonKnowsNothingOfWhatRunsInANameNode() {
    noClasses()
        .that()
        .resideInAPackage(DAEMON)
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.tierline.ldm.namenode..")
                .and(not(resideInAPackage("io.tierline.ldm.namenode.namespace"))))
        .check(CLASSES);
  }

  @Test
  void onlyTheRootKnowsRest() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT, "io.tierline.ldm.gateway.rest")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tierline.ldm.gateway.rest")
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
        .check(CLASSES);
  }

  /** A command's main method may end its own process. */
  @Test
  void nothingButACommandExits() {
    noClasses()
        .that()
        .resideOutsideOfPackages(CLI, ADMIN, ROOT)
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

  /** One parser, hardened once. */
  @Test
  void xmlStaysWithItsParser() {
    noClasses()
        .that()
        .resideInAPackage("io.tierline.ldm..")
        .and()
        .resideOutsideOfPackage("io.tierline.ldm.oozie..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "javax.xml..", "org.xml..", "org.w3c.dom..", "jakarta.el..", "org.apache.el..")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.tierline.ldm.(**)").should().beFreeOfCycles().check(CLASSES);
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
