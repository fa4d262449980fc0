/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.oozie.el.Expressions;
import io.tierline.ldm.oozie.el.Resolved;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which file system the paths of actions lie on. */
public final class NameNodes {
  private static final List<String> DEFAULTS =
      List.of("oozie.actions.default.name-node", "fs.defaultFS", "fs.default.name", "nameNode");

  private NameNodes() {}

  /** What an action or its workflow states as name-node, evaluated, without a trailing slash. */
  static Optional<String> stated(Unit unit, XmlElement action) {
    return action
        .childText("name-node")
        .filter(text -> !text.isEmpty())
        .or(() -> Optional.ofNullable(unit.global().nameNode()))
        .map(text -> unit.expressions().resolve(text).text())
        .map(NameNodes::withoutSlash);
  }

  /**
   * The file system that most actions name: that of the cluster itself. When none names one, that
   * of the properties; else what people call it, {@code ${nameNode}}.
   */
  static String own(List<Step> jobs) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Step job : jobs) {
      stated(job.unit, job.node.body()).ifPresent(name -> counts.merge(name, 1, Integer::sum));
    }
    return counts.entrySet().stream()
        .max(Comparator.comparingInt(Map.Entry::getValue))
        .map(Map.Entry::getKey)
        .orElseGet(() -> jobs.isEmpty() ? "${nameNode}" : byDefault(jobs.get(0).unit));
  }

  private static String byDefault(Unit unit) {
    return byProperty(unit.expressions()).orElse("${nameNode}");
  }

  /** The file system that the properties name as the cluster's own. */
  public static Optional<String> byProperty(Expressions expressions) {
    return DEFAULTS.stream()
        .map(expressions::property)
        .flatMap(Optional::stream)
        .map(Resolved::text)
        .map(NameNodes::withoutSlash)
        .findFirst();
  }

  private static String withoutSlash(String text) {
    String name = text.strip();
    while (name.endsWith("/") && !name.endsWith(":///")) {
      name = name.substring(0, name.length() - 1);
    }
    return name;
  }
}
