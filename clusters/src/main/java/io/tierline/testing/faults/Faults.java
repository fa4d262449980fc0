/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** What is to go wrong in one daemon, seen from the test. */
public final class Faults {
  private static final List<Class<?>> AGENT =
      List.of(FaultAgent.class, ThrowingAdvice.class, MendingAdvice.class);

  private final Path directory;

  /**
   * Nothing goes wrong yet.
   *
   * @param directory where the daemon and the test meet
   * @param points the methods that can be made to throw: class, dot, method
   */
  public Faults(Path directory, List<String> points) throws IOException {
    this.directory = Files.createDirectories(directory);
    Files.writeString(directory.resolve(FaultAgent.POINTS), String.join("\n", points));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(new Attributes.Name("Premain-Class"), FaultAgent.class.getName());
    try (OutputStream file = Files.newOutputStream(jar());
        JarOutputStream jar = new JarOutputStream(file, manifest)) {
      for (Class<?> each : AGENT) {
        String name = each.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(name));
        try (InputStream in = each.getResourceAsStream('/' + name)) {
          in.transferTo(jar);
        }
      }
    }
  }

  private Path jar() {
    return directory.resolve("agent.jar");
  }

  /** What the daemon's JVM is to be started with. */
  public String jvmOption() {
    return "-javaagent:" + jar() + "=" + directory;
  }

  /** From now on the method throws that whenever it is called. */
  public void arm(String point, Class<? extends Throwable> fault) throws IOException {
    Path written = Files.writeString(directory.resolve("armed"), fault.getName());
    Files.move(written, directory.resolve(point), StandardCopyOption.ATOMIC_MOVE);
  }

  /** It does not any more. */
  public void disarm(String point) throws IOException {
    Files.delete(directory.resolve(point));
  }

  /** How often it has thrown. */
  public long thrown(String point) throws IOException {
    Path thrown = directory.resolve(point + FaultAgent.THROWN);
    return Files.exists(thrown) ? Files.size(thrown) : 0;
  }

  /** Has LDM's guard, which is off for good, go on when it is next asked. */
  public void mend() throws IOException {
    Files.createFile(directory.resolve(FaultAgent.MEND));
  }
}
