/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.net.URL;
import java.util.regex.Pattern;

/**
 * A class loader that does not find Hadoop's defaults. HBase makes a configuration for each file
 * that it writes, and each of them parses {@code core-default.xml} and its like: a third of the
 * time of a test that writes thousands of files. What they are made from has the defaults.
 */
final class WithoutDefaults extends ClassLoader {

  private static final Pattern HIDDEN = Pattern.compile("(core|hdfs|mapred|yarn).*\\.xml");

  private WithoutDefaults(ClassLoader parent) {
    super(parent);
  }

  /** For the calling thread and those that it starts. */
  static void install() {
    Thread thread = Thread.currentThread();
    if (!(thread.getContextClassLoader() instanceof WithoutDefaults)) {
      thread.setContextClassLoader(new WithoutDefaults(thread.getContextClassLoader()));
    }
  }

  @Override
  public URL getResource(String name) {
    return HIDDEN.matcher(name).matches() ? null : super.getResource(name);
  }
}
