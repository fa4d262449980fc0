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

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that is stopped while its child works. */
class UnfinishedTest {
  private static final String CHILD = "child ";

  @TempDir private Path directory;

  /** Leaves one step, says who it is and then never ends. */
  public static final class Endless {
    private Endless() {}

    /** Called by the parent. */
    public static void main(String[] args) throws IOException, InterruptedException {
      ChildJvm.leave(Path.of(args[1]), List.of(Map.of("step", 1)));
      System.out.println(CHILD + ProcessHandle.current().pid());
      new CountDownLatch(1).await();
    }
  }

  /** Says what the child says, and at last what it had left. */
  public static final class Command {
    private Command() {}

    /** Called by the test. */
    public static void main(String[] args) throws IOException, InterruptedException {
      ChildJvm child = new ChildJvm(Endless.class, List.of("-Xmx64m"), "endless", "waiting");
      Unfinished.run(
          () -> {
            try {
              child.run(Map.of(), Path.of(args[0]), Command::repeat);
            } catch (ChildException e) {
              System.out.println("had " + e.results());
            }
          });
    }

    private static String repeat(java.util.stream.Stream<String> said) {
      said.forEach(System.out::println);
      return "";
    }
  }

  @Test
  void commandThatIsStoppedSaysWhatItHasAndLeavesNoChild() throws Exception {
    Process command =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Command.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader said = command.inputReader()) {
      String first = said.readLine();
      assertThat(first).startsWith(CHILD);
      long child = Long.parseLong(first.substring(CHILD.length()));
      command.toHandle().destroy();
      assertThat(said.lines()).containsExactly("had [{step=1}]");
      assertThat(command.waitFor()).as("ended by the signal").isEqualTo(128 + 15);
      ProcessHandle.of(child).ifPresent(UnfinishedTest::awaitEnd);
    } finally {
      command.destroyForcibly();
    }
  }

  private static void awaitEnd(ProcessHandle process) {
    assertThat(process.onExit().orTimeout(60, TimeUnit.SECONDS))
        .succeedsWithin(70, TimeUnit.SECONDS);
  }
}
