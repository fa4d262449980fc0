/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchitectureTest {
  @Test
  void houseIsInOrder() throws IOException {
    House.requireOrder(Path.of(""));
  }

  /** Looked at from here, since these rules know that module. */
  @Test
  void houseOfWhatAllPartsShareIsInOrder() throws IOException {
    House.requireOrder(Path.of("..", "common"));
  }

  @Test
  void whatIsNamedAllOverIsAValue(@TempDir Path sources) throws IOException {
    Path values = Files.createDirectory(sources.resolve("values"));
    Files.writeString(values.resolve("Meets.java"), "package values;\npublic class Meets {}\n");
    Files.writeString(values.resolve("Told.java"), "package values;\npublic record Told() {}\n");
    Files.writeString(
        values.resolve("Bad.java"), "package values;\nclass Bad extends IOException {}\n");
    Files.writeString(values.resolve("Kept.java"), "package values;\nclass Kept {}\n");
    Path users = Files.createDirectory(sources.resolve("users"));
    String named =
        "package users;\nimport values.Meets.Inner;\nimport values.Told;\nimport values.Bad;\n"
            + "import values.Kept;\n";
    for (int i = 0; i < 8; i++) {
      Files.writeString(users.resolve("User" + i + ".java"), named);
    }
    assertThat(WideNames.noValues(sources, List.of(sources), Set.of("values.Kept"))).isEmpty();
    Files.writeString(users.resolve("User8.java"), named);
    assertThat(WideNames.noValues(sources, List.of(sources), Set.of("values.Kept")))
        .containsExactly("values.Meets is named in 9 files of users");
    assertThat(WideNames.noValues(users, List.of(users, sources), Set.of("values.Kept")))
        .as("a class of another folder of sources")
        .containsExactly("values.Meets is named in 9 files of users");
  }
}
