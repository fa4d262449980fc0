/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmTest {
  @TempDir private Path directory;

  /** Leaves what it was given, twice; says its heap's size; or fails. */
  public static final class Echo {
    private Echo() {}

    /** Called by the parent. */
    public static void main(String[] args) throws IOException {
      String given = Files.readString(Path.of(args[0]));
      System.out.println("says " + Runtime.getRuntime().maxMemory());
      if (given.contains("half")) {
        ChildJvm.leave(Path.of(args[1]), List.of(Map.of("step", 1)));
        ChildJvm.leave(Path.of(args[1]), List.of(Map.of("step", 1), Map.of("step", 2)));
      }
      if (given.contains("fail")) {
        throw new IOException(given);
      }
      Files.writeString(Path.of(args[1]), "[" + given + "," + given + "]");
    }
  }

  private List<Map<String, Object>> run(Object settings) throws Exception {
    return new ChildJvm(Echo.class, List.of("-Xmx64m"), "echo", "echoing")
        .run(settings, directory, said -> said.collect(Collectors.joining("; ")));
  }

  @Test
  void givesSettingsAndTakesResults() throws Exception {
    assertThat(run(Map.of("files", 3))).containsExactly(Map.of("files", 3), Map.of("files", 3));
  }

  @Test
  void failureNamesWhatItWasAtAndWhatTheListenerMadeOfItsWords() {
    assertThatThrownBy(() -> run(Map.of("fail", true)))
        .isInstanceOfSatisfying(ChildException.class, e -> assertThat(e.results()).isEmpty())
        .hasMessageStartingWith("echo failed at echoing: says ")
        .hasMessageContaining("details in")
        .hasMessageContaining("-echo.log");
  }

  @Test
  void whatAChildHadLeftBeforeItFailedIsThere() {
    assertThatThrownBy(() -> run(Map.of("fail", "half way")))
        .isInstanceOfSatisfying(
            ChildException.class,
            e -> assertThat(e.results()).containsExactly(Map.of("step", 1), Map.of("step", 2)));
  }

  @Test
  void optionsAreTheJvmsOwn() throws Exception {
    StringBuilder heard = new StringBuilder();
    new ChildJvm(Echo.class, List.of("-Xmx64m"), "echo", "echoing")
        .run(
            Map.of(),
            directory,
            said -> {
              said.forEach(heard::append);
              return "";
            });
    assertThat(Long.parseLong(heard.substring("says ".length()))).isLessThan(80L << 20);
  }

  @Test
  void childThatDiesWithoutAWordIsAFailureToo() {
    assertThatThrownBy(
            () ->
                new ChildJvm(Echo.class, List.of("-Xmx64m"), "echo", "echoing")
                    .run(
                        Map.of("fail", 1),
                        directory,
                        said -> {
                          said.forEach(line -> {});
                          return "";
                        }))
        .hasMessageContaining("it ended without a word");
  }
}
