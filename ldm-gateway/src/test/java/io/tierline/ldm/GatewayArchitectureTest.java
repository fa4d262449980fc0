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

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tierline.testing.House;
import io.tierline.testing.PureCode;
import java.io.IOException;
import java.nio.file.Path;
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

  private static final String[] CORE = {"io.tierline.ldm.oozie..", "io.tierline.ldm.openlineage.."};
  private static final String DAEMON = "io.tierline.ldm.gateway..";
  private static final String ROOT = "io.tierline.ldm.gateway";
  private static final String CLI = "io.tierline.ldm.cli..";

  /** The command that speaks to a cluster, by the client. */
  private static final String ADMIN = "io.tierline.ldm.client.admin..";

  private static final String HADOOP = "org.apache.hadoop..";

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
    PureCode.readsNoClock(CORE).check(CLASSES);
  }

  @Test
  void coreRollsNoDice() {
    PureCode.rollsNoDice(CORE).check(CLASSES);
  }

  /** A command's main method may end its own process. */
  @Test
  void nothingButACommandExits() {
    PureCode.exitsOnlyIn(CLI, ADMIN, ROOT).check(CLASSES);
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
  void houseIsInOrder() throws IOException {
    House.requireOrder(Path.of(""), "io.tierline.ldm.oozie.xml.XmlElement");
  }
}
