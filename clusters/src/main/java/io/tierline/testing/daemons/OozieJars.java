/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands for Oozie's tarball, of which no artifact exists: its jars, which no other daemon
 * has.
 */
public final class OozieJars {
  /** The main class of the server. */
  public static final String SERVER = "io.tierline.testing.oozie.OozieServer";

  /** Where the server looks in HDFS for what it gives to the actions that it launches. */
  public static final String SHARE_LIBRARY = "/oozie/share/lib";

  private static final Pattern SHARED = Pattern.compile("oozie-sharelib-([a-z]+)-[0-9.]+\\.jar");

  private OozieJars() {}

  /** Where Maven leaves them. */
  private static Path built() {
    return ResolvedJars.sourceTree().resolve("clusters/target/oozie");
  }

  private static Path list() {
    return built().resolve("classpath");
  }

  /** Whether they have been resolved. */
  public static boolean areThere() {
    return Files.exists(list());
  }

  /** The server's class path. */
  public static String classPath() throws IOException {
    return built().resolve("classes") + File.pathSeparator + Files.readString(list()).strip();
  }

  /** The share library: jars of this machine by their names below {@link #SHARE_LIBRARY}. */
  public static Map<String, Path> shared() throws IOException {
    Map<String, Path> found = new TreeMap<>();
    for (String jar : classPath().split(File.pathSeparator)) {
      Path path = Path.of(jar);
      Matcher library = SHARED.matcher(path.getFileName().toString());
      if (library.matches()) {
        found.put(library.group(1) + "/" + library.group(), path);
      }
    }
    return found;
  }
}
