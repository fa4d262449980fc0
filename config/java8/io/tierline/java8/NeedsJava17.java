/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.java8;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;

/**
 * What the classes in {@code src/main/java8} say in the place of those that they stand for. Each
 * jar has a copy.
 */
public final class NeedsJava17 {
  private static final Set<String> SAID = Collections.synchronizedSet(new HashSet<>());

  private NeedsJava17() {}

  /** Logs in one line what is missing and what follows, once in the life of this process. */
  public static void say(Logger log, String consequence) {
    if (SAID.add(consequence)) {
      log.error("{}: {}", line(), consequence);
    }
  }

  /** What is missing. */
  public static String line() {
    return String.format(
        "Tierline needs Java 17 or later, and this is Java %s (%s)",
        System.getProperty("java.version"), System.getProperty("java.home"));
  }
}
