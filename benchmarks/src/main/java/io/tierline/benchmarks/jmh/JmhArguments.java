/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import java.nio.file.Path;
import java.util.List;

/**
 * The command line of {@link JmhMain}.
 *
 * @param pattern which benchmarks, a regular expression that is searched in their names
 * @param json where the figures go, or null
 * @param jmhOptions what follows {@code --}, as JMH takes it
 * @param help whether only the usage is wanted
 */
record JmhArguments(String pattern, Path json, List<String> jmhOptions, boolean help) {
  private static final String ALL = ".*";

  /** Reads the arguments; one that makes no sense is an IllegalArgumentException that names it. */
  static JmhArguments parse(List<String> arguments) {
    int dashes = arguments.indexOf("--");
    List<String> own = dashes < 0 ? arguments : arguments.subList(0, dashes);
    List<String> jmh = dashes < 0 ? List.of() : arguments.subList(dashes + 1, arguments.size());
    String pattern = null;
    Path json = null;
    boolean help = false;
    for (int i = 0; i < own.size(); i++) {
      String argument = own.get(i);
      if (argument.equals("--help")) {
        help = true;
      } else if (argument.equals("--json")) {
        if (++i == own.size()) {
          throw new IllegalArgumentException("--json needs a file");
        }
        json = Path.of(own.get(i));
      } else if (argument.startsWith("-")) {
        throw new IllegalArgumentException("unknown option " + argument);
      } else if (pattern == null) {
        pattern = argument;
      } else {
        throw new IllegalArgumentException("more than one pattern: " + argument);
      }
    }
    return new JmhArguments(pattern == null ? ALL : pattern, json, jmh, help);
  }
}
