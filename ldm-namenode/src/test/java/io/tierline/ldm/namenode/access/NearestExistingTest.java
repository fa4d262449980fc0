/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NearestExistingTest {
  /** As many names as fit into the longest path that is read. */
  private static final int DEEP = 3_995;

  private final Set<String> tree = new HashSet<>(Set.of("/", "/user", "/user/bob"));
  private final NearestExisting directories = new NearestExisting();
  private int questions;

  private String of(String path) throws IOException {
    return directories.of(
        path,
        asked -> {
          questions++;
          return tree.contains(asked);
        });
  }

  @Test
  void pathOfThousandsOfNamesCostsFewQuestions() throws IOException {
    assertThat(of("/user/bob" + "/a".repeat(DEEP))).isEqualTo("/user/bob");
    assertThat(questions).isLessThan(30);
  }

  @Test
  void whatWasFoundOfADirectoryIsNotAskedAgain() throws IOException {
    assertThat(of("/user/bob/new/a")).isEqualTo("/user/bob");
    int first = questions;
    assertThat(of("/user/bob/new/b")).isEqualTo("/user/bob");
    assertThat(questions).isEqualTo(first);
    assertThat(directories.aboveMissing("/user/bob/new")).contains("/user/bob");
    assertThat(directories.aboveMissing("/user/bob")).isEmpty();
    assertThat(of("/user/bob/other/a")).isEqualTo("/user/bob");
    assertThat(questions).as("the path, its directory").isEqualTo(first + 2);
  }

  @Test
  void agreesWithAWalkUpwards() throws IOException {
    Random random = new Random(12);
    for (int round = 0; round < 2_000; round++) {
      String path = "";
      for (int depth = random.nextInt(12); depth >= 0; depth--) {
        path += "/" + random.nextInt(2);
        if (random.nextInt(3) > 0 && tree.contains(NearestExisting.directoryOf(path))) {
          tree.add(path);
        }
      }
      assertThat(new NearestExisting().of(path, tree::contains)).as(path).isEqualTo(walk(path));
    }
    NearestExisting remembering = new NearestExisting();
    for (int round = 0; round < 2_000; round++) {
      String path = "";
      for (int depth = random.nextInt(12); depth >= 0; depth--) {
        path += "/" + random.nextInt(2);
      }
      assertThat(remembering.of(path, tree::contains)).as(path).isEqualTo(walk(path));
    }
  }

  private String walk(String path) {
    String above = path;
    while (!tree.contains(above)) {
      above = NearestExisting.directoryOf(above);
    }
    return above;
  }
}
