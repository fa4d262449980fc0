/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Rules for what decides: it takes its clock and randomness as arguments, so that it runs unchanged
 * in a server, in a simulator and in a micro-benchmark. Packages are given as ArchUnit has them,
 * {@code ..} for those below.
 */
public final class PureCode {
  private PureCode() {}

  /** Nothing in these packages asks what time it is, or waits. */
  public static ArchRule readsNoClock(String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", long.class, int.class);
  }

  /** Nothing in these packages makes its own randomness. */
  public static ArchRule rollsNoDice(String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
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
        .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom");
  }

  /** Nothing ends its process but what stands in these packages: main methods of commands. */
  public static ArchRule exitsOnlyIn(String... packages) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(packages)
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class);
  }
}
