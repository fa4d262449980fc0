/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no compiler and no formatter looks at: the scripts, and how wide the pages are. */
class SourceFilesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Set<String> NOT_OURS = Set.of("target", ".git", ".mvn");
  private static final int PAGE_WIDTH = 150;

  private static List<Path> files() throws IOException {
    List<Path> all = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes facts) {
            return NOT_OURS.contains(directory.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
            all.add(file);
            return FileVisitResult.CONTINUE;
          }
        });
    return all;
  }

  private static boolean isShell(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (name.endsWith(".sh")) {
      return true;
    }
    if (name.contains(".")) {
      return false;
    }
    byte[] text = Files.readAllBytes(file);
    return new String(text, 0, Math.min(text.length, 64), StandardCharsets.ISO_8859_1)
        .matches("(?s)#!\\S*[/ ](env )?(ba)?sh\\b.*");
  }

  /** {@code ./tierline test} installs shellcheck where it is missing. */
  @Test
  void shellcheckFindsNothingInAnyScript() throws Exception {
    List<String> scripts = new ArrayList<>();
    for (Path file : files()) {
      if (isShell(file)) {
        scripts.add(ROOT.relativize(file).toString());
      }
    }
    assertThat(scripts).contains("tierline", "build/build.sh", "build/setup.sh", ".ci/run");
    assertThat(scripts)
        .contains("conf/shellprofile.d/tierline-ldm.sh", "conf/shellprofile.d/tierline-bid.sh");
    assertThat(shellcheck(ROOT, scripts)).isEmpty();
  }

  @Test
  void shellcheckFindsWhatIsWrong(@TempDir Path directory) throws Exception {
    Path script = directory.resolve("wrong.sh");
    Files.writeString(script, "#!/bin/bash\nrm -r $1/*\n");
    assertThat(shellcheck(directory, List.of("wrong.sh"))).contains("SC2086");
  }

  private static String shellcheck(Path directory, List<String> scripts) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("shellcheck", "--external-sources", "--format=gcc"));
    command.addAll(scripts);
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return said;
  }

  /** Tables, code and words that cannot be broken may be wider. */
  @Test
  void pagesAreNoWiderThanTheirEditorsShow() throws IOException {
    List<String> wide = new ArrayList<>();
    for (Path file : files()) {
      if (file.toString().endsWith(".md")) {
        addWideLines(file, wide);
      }
    }
    assertThat(wide).isEmpty();
  }

  private static void addWideLines(Path page, List<String> wide) throws IOException {
    boolean isCode = false;
    int number = 0;
    for (String line : Files.readAllLines(page)) {
      number++;
      String text = line.strip();
      isCode ^= text.startsWith("```");
      if (!isCode && !text.startsWith("|") && text.contains(" ") && line.length() > PAGE_WIDTH) {
        wide.add(ROOT.relativize(page) + ":" + number + ": " + line.length() + " columns");
      }
    }
  }
}
