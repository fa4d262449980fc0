/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.el.Expressions;
import io.tierline.ldm.oozie.el.Facts;
import io.tierline.ldm.oozie.el.Resolved;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a definition is submitted with.
 *
 * @param expressions evaluates its texts from the properties
 * @param findings takes what stays open
 */
record Submission(Expressions expressions, Findings findings) {

  /** The submission of a definition with defaults of its own, which its properties override. */
  static Submission of(
      Map<String, String> defaults, Map<String, String> properties, Findings findings) {
    Map<String, String> all = new LinkedHashMap<>(defaults);
    all.putAll(properties);
    String user =
        new Expressions(Facts.NONE, Map.of(), all)
            .property("user.name")
            .map(Resolved::text)
            .orElse(null);
    Facts facts = new Facts(null, user, null, null);
    return new Submission(new Expressions(facts, Map.of(), all), findings);
  }

  /** Evaluates a text and reports what stays open in it. */
  String text(String text, String file, int line) {
    return findings.text(expressions.resolve(text), file, line);
  }
}
