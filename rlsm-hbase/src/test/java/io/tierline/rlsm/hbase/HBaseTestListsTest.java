/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A class that is misspelt in a list would not run, and nobody would know. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HBaseTestListsTest {
  private final List<String> suite = HBaseTestLists.classes("suite");
  private final List<String> extended = HBaseTestLists.classes("extended");

  @Test
  void everyListedClassIsInTheTestJarAndHasTests() {
    assertThat(Stream.concat(suite.stream(), extended.stream()))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(load(name).getMethods()).anyMatch(this::isTest));
  }

  @Test
  void aClassIsInOneListAndThereOnce() {
    List<String> leftOut =
        HBaseTestLists.leftOut().keySet().stream().filter(name -> !name.contains("#")).toList();
    assertThat(Stream.of(suite, extended, leftOut).flatMap(List::stream)).doesNotHaveDuplicates();
  }

  @Test
  void whatIsLeftOutExistsAndHasAReason() {
    HBaseTestLists.leftOut()
        .forEach(
            (name, reason) -> {
              String[] parts = name.split("#");
              assertThat(reason).as(name).hasSizeGreaterThan(20);
              assertThat(load(parts[0])).isNotNull();
              if (parts.length > 1) {
                assertThat(load(parts[0]).getMethods())
                    .as(name)
                    .anyMatch(method -> isTest(method) && method.getName().equals(parts[1]));
                assertThat(Stream.concat(suite.stream(), extended.stream())).contains(parts[0]);
              }
            });
  }

  private boolean isTest(java.lang.reflect.Method method) {
    return method.isAnnotationPresent(org.junit.Test.class)
        || method.isAnnotationPresent(Test.class);
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, HBaseTestListsTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name + " is not in HBase's test jar", e);
    }
  }
}
