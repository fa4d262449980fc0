/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.NameNodes;
import io.tierline.ldm.oozie.el.Expressions;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which file system is the cluster's own, from where a coordinator's datasets lie. */
final class OwnFileSystem {
  private static final Pattern STATED =
      Pattern.compile(
          "((?:hdfs|viewfs)://[^/$]+|\\$\\{[^}]*(?i:name.?node|default.?fs|hdfs)[^}/]*})(?:/.*)?");

  private OwnFileSystem() {}

  /** What the properties name, else what most datasets state; "" when none states one. */
  static String of(Expressions expressions, List<String> uris) {
    Optional<String> named = NameNodes.byProperty(expressions);
    if (named.isPresent()) {
      return named.get();
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String uri : uris) {
      Matcher stated = STATED.matcher(uri);
      if (stated.matches()) {
        counts.merge(stated.group(1), 1, Integer::sum);
      }
    }
    return counts.entrySet().stream()
        .max(Comparator.comparingInt(Map.Entry::getValue))
        .map(Map.Entry::getKey)
        .orElse("");
  }
}
