/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.List;
import java.util.Optional;

/** A Java class: where it is a known one its arguments state its paths. */
final class JavaAction implements ActionReader {
  private static final ActionReader UNKNOWN = new ScriptAction();

  @Override
  public void read(ActionScope scope) {
    String main = scope.evaluate(scope.body().childText("main-class").orElse(""));
    List<String> arguments = scope.texts("arg");
    Optional<ArgumentForm> form = KnownPrograms.ofClass(main);
    if (main.equals(KnownPrograms.DRIVER) && !arguments.isEmpty()) {
      form = KnownPrograms.ofExample(arguments.get(0));
      arguments = arguments.subList(1, arguments.size());
    }
    if (form.isEmpty()) {
      UNKNOWN.read(scope);
    } else if (!form.get().read(arguments, scope)) {
      scope.note("the arguments are not those that " + main + " takes");
    }
  }
}
