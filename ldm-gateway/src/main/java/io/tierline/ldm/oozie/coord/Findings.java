/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.el.Resolved;
import io.tierline.ldm.oozie.xml.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects what could not be resolved, each thing once for a file, as it is shown. */
final class Findings {
  /** Findings that are kept. */
  static final int FINDINGS_MAX = 50_000;

  private final Set<String> seen = new HashSet<>();
  private final List<Finding> all = new ArrayList<>();

  void add(String subject, String file, int line, String why) {
    String shown = Refusal.oneLine(subject);
    if (all.size() < FINDINGS_MAX && seen.add(file + '\n' + shown)) {
      all.add(new Finding(shown, file, line, Refusal.oneLine(why)));
    }
  }

  /** Reports the expressions that stay in a text; returns the text. */
  String text(Resolved resolved, String file, int line) {
    resolved.unresolved().forEach((expression, why) -> add(expression, file, line, why));
    return resolved.text();
  }

  List<Finding> all() {
    return List.copyOf(all);
  }
}
