/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.benchmarks.ycsb.TableFiles.Space;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFilesTest {
  private static final String PARENT = "0123456789abcdef0123456789abcdef";
  private static final String HFILE = "fedcba9876543210fedcba9876543210";

  @TempDir private Path root;
  private TableFiles files;

  @BeforeEach
  void someFiles() throws IOException {
    files = new TableFiles(root.resolve("data/t"), root.resolve("archive/data/t"));
    write("data/t/region1/f/a", 100);
    write("data/t/region1/.tmp/f/b", 10);
    write("data/t/region1/.regioninfo", 5000);
    write("data/t/region1/recovered.edits/7", 5000);
    write("archive/data/t/" + PARENT + "/f/" + HFILE, 1000);
    write("archive/data/t/" + PARENT + "/f/" + HFILE.replace('0', '1'), 5000);
  }

  private void write(String path, int bytes) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[bytes]);
  }

  private Space space(Set<String> referred, Set<String> waiting) {
    return files.space(new StoreNames(referred, waiting));
  }

  private Space space() {
    return space(Set.of(), Set.of());
  }

  @Test
  void storeFilesCountAndNothingElse() {
    assertThat(space().all()).isEqualTo(110);
  }

  @Test
  void whatReadersSeeAndWhatWaitsAreToldApart() throws IOException {
    write("data/t/region1/f/c", 1000);
    assertThat(space(Set.of("a"), Set.of("c"))).isEqualTo(new Space(100, 1000, 10));
  }

  @Test
  void archivedFilesCountOnceIfTheyAreLinked() throws IOException {
    String link = "t=" + PARENT + "-" + HFILE;
    write("data/t/region1/f/" + link, 0);
    write("data/t/region2/f/" + link, 0);
    assertThat(space(Set.of(link), Set.of())).isEqualTo(new Space(1000, 0, 110));
  }

  @Test
  void aLinkToAFileThatIsNotArchivedCostsNothing() throws IOException {
    write("data/t/region1/f/t=" + PARENT + "-" + HFILE.replace('f', 'e'), 0);
    assertThat(space().all()).isEqualTo(110);
  }
}
