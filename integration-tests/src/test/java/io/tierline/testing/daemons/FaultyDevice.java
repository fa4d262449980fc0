/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Faults of devices for a daemon, by a library that is loaded before all others: see {@code
 * faulty_device.c} for the words.
 */
final class FaultyDevice {
  private static final Path SOURCE = Path.of("src/test/native/faulty_device.c");

  private final Path folder;

  private FaultyDevice(Path folder) {
    this.folder = folder;
  }

  /** Without faults, for what is started on the host from now on. */
  static FaultyDevice of(Host host) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(host.home().resolve("faults"));
    Path library = folder.resolve("faulty_device.so");
    compile(SOURCE, library);
    FaultyDevice made = new FaultyDevice(folder);
    made.set("");
    host.begunWith("env", "LD_PRELOAD=" + library, "TIERLINE_FAULTS=" + made.words());
    return made;
  }

  /** Makes a library of a source in C, by the compiler that the project's own are made by. */
  static void compile(Path source, Path library) throws IOException, InterruptedException {
    Process compiler =
        new ProcessBuilder(
                List.of(
                    "cc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString()))
            .inheritIO()
            .start();
    if (compiler.waitFor() != 0) {
      throw new IOException("not compiled: " + source);
    }
  }

  private Path words() {
    return folder.resolve("words");
  }

  /** What is wrong from now on; empty: nothing. A call that hangs already goes on hanging. */
  void set(String words) throws IOException {
    Files.deleteIfExists(hung());
    Path next = folder.resolve("next");
    Files.writeString(next, words);
    Files.move(next, words(), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  private Path hung() {
    return folder.resolve("words.hung");
  }

  /** Whether a write or a sync hangs, since the words were set that say so. */
  boolean hangs() {
    return Files.exists(hung());
  }
}
