/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.List;

/**
 * An action whose program decides what it reads and writes: Pig, Hive, Spark, a shell, a Java
 * class. Its arguments are remembered; those that name what another job writes are taken as read.
 */
final class ScriptAction implements ActionReader {
  private static final List<String> ARGUMENTS = List.of("arg", "argument", "param", "env-var");
  private static final List<String> CACHED = List.of("file", "archive");

  @Override
  public void read(ActionScope scope) {
    for (XmlElement child : scope.body().children()) {
      if (ARGUMENTS.contains(child.name())) {
        argument(scope, child.text());
      } else if (CACHED.contains(child.name())) {
        cached(scope, child);
      }
    }
  }

  /** Remembers {@code path}, {@code NAME=path} and {@code --name=path}. */
  static void argument(ActionScope scope, String text) {
    int equals = text.indexOf('=');
    int expression = text.indexOf("${");
    boolean named = equals >= 0 && (expression < 0 || equals < expression);
    scope.mayRead(scope.evaluate(named ? text.substring(equals + 1) : text));
  }

  /** Remembers a file that is brought to every task, {@code path#name}. */
  static void cached(ActionScope scope, XmlElement file) {
    String text = scope.evaluate(file.text());
    int fragment = text.indexOf('#');
    scope.mayRead(fragment < 0 ? text : text.substring(0, fragment));
  }
}
