/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A class of HDFS's that is misspelt in a list would not run, and nobody would know. */
class HdfsTestListsTest {
  private static List<String> lines(String list) throws IOException {
    try (InputStream in = HdfsTestListsTest.class.getResourceAsStream("/" + list)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdfs-tests/", "hdfs-tests-bid/"})
  void everyListedClassIsThereAndHasTests(String lists) throws Exception {
    List<String> all =
        Stream.concat(lines(lists + "suite.txt").stream(), lines(lists + "extended.txt").stream())
            .map(name -> name.replaceFirst("#.*", ""))
            .toList();
    assertThat(all).isNotEmpty();
    for (String name : all) {
      assertThat(load(name).getMethods()).as(name).anyMatch(HdfsTestListsTest::isTest);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdfs-tests/", "hdfs-tests-bid/"})
  void whatIsLeftOutExistsAndHasAReason(String lists) throws Exception {
    List<String> run =
        Stream.concat(lines(lists + "suite.txt").stream(), lines(lists + "extended.txt").stream())
            .toList();
    for (String line : lines(lists + "left-out.txt")) {
      String[] parts = line.split(": ", 2);
      assertThat(parts).as(line).hasSize(2);
      assertThat(parts[1]).as(line).hasSizeGreaterThan(20);
      assertThat(load(parts[0])).isNotNull();
      assertThat(run).doesNotContain(parts[0]);
    }
  }

  private static boolean isTest(Method method) {
    return Arrays.stream(method.getAnnotations())
        .anyMatch(annotation -> annotation.annotationType() == org.junit.Test.class);
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, HdfsTestListsTest.class.getClassLoader());
  }
}
