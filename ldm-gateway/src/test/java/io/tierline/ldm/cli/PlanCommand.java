/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** {@link LdmPlan} as it is called from a shell, with what it has printed. */
final class PlanCommand {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Runs it, and returns its status. */
  int run(Object... arguments) {
    String[] texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments[i].toString();
    }
    CommandLine command = new CommandLine(new LdmPlan());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(texts);
  }

  /** All that its runs have printed. */
  String out() {
    return out.toString();
  }

  /** All that its runs have complained of. */
  String err() {
    return err.toString();
  }
}
