/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * File systems and limits that a daemon alone has, by a name space of its own: they are made by a
 * script before each of its starts, and are gone with it. Needs no right that an ordinary user has
 * not, where the kernel lets him have such name spaces.
 */
final class OwnMounts {
  private static final String[] UNSHARED = {"unshare", "--user", "--map-root-user", "--mount"};

  private final Path script;

  private OwnMounts(Path script) {
    this.script = script;
  }

  /** None yet, for what is started on the host from now on. Skips the test where it may not. */
  static OwnMounts of(Host host) throws IOException, InterruptedException {
    OwnMounts made = new OwnMounts(host.home().resolve("mounts.sh"));
    made.set();
    assumeTrue(isAllowed(), "this user may have no file systems of his own");
    host.begunWith(UNSHARED).begunWith("sh", made.script.toString());
    return made;
  }

  private static boolean isAllowed() throws IOException, InterruptedException {
    ProcessBuilder mount = new ProcessBuilder(UNSHARED);
    mount.command().add("true");
    return mount.start().waitFor() == 0;
  }

  /** What is done before the next start, in the language of the shell. */
  OwnMounts set(String... commands) throws IOException {
    Files.writeString(script, "set -e\n" + String.join("\n", commands) + "\nexec \"$@\"\n");
    return this;
  }

  /** A file system in memory of so many MiB, at a folder that is there then. */
  static String inMemory(Path folder, int mebibytes, String... options) throws IOException {
    Files.createDirectories(folder);
    return "mount -t tmpfs -o size=%dm,mode=0700%s none '%s'"
        .formatted(mebibytes, String.join("", options), folder);
  }

  /** A folder as it is in a container: what is written lies in another one above it. */
  static String overlay(Path folder) throws IOException {
    Path parts = folder.resolveSibling(folder.getFileName() + "-parts");
    for (String part : new String[] {"lower", "upper", "work"}) {
      Files.createDirectories(parts.resolve(part));
    }
    Files.createDirectories(folder);
    return "mount -t overlay -o lowerdir='%1$s/lower',upperdir='%1$s/upper',workdir='%1$s/work' none '%2$s'"
        .formatted(parts, folder);
  }

  /** Where a path of its own leads to, for everybody else. */
  static Path seenBy(Daemon daemon, Path path) {
    return Path.of("/proc", String.valueOf(daemon.pid()), "root")
        .resolve(path.toString().substring(1));
  }
}
