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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties that a coordinator hands to the workflows of its actions. Those that are the same
 * for every action are evaluated once.
 */
final class ActionConfiguration {
  /** Longest list of instances, in characters; a text of expressions is shorter. */
  private static final int LIST_MAX = 1 << 20;

  private static final Pattern DATA =
      Pattern.compile("\\$\\{\\s*coord:(dataIn|dataOut)\\(\\s*['\"]([^'\"]*)['\"]\\s*\\)\\s*}");

  private final CoordinatorDefinition definition;
  private final Submission submission;
  private final Map<String, String> fixed = new LinkedHashMap<>();

  /** Texts that were taken apart already. */
  private final Map<String, List<String>> taken = new HashMap<>();

  ActionConfiguration(CoordinatorDefinition definition, Submission submission) {
    this.definition = definition;
    this.submission = submission;
  }

  /** What is the same for every action, once {@link #varying} was asked for one. */
  Map<String, String> fixed() {
    return fixed;
  }

  /** What is given to that action alone. */
  Map<String, String> varying(ActionFunctions functions) {
    Map<String, String> varying = new LinkedHashMap<>();
    definition
        .configuration()
        .forEach(
            (property, text) -> {
              if (!fixed.containsKey(property)) {
                ActionFunctions own = functions.of(null);
                String value = value(text, own);
                (own.wasAsked() ? varying : fixed).put(property, value);
              }
            });
    return varying;
  }

  private String value(String text, ActionFunctions functions) {
    String lists = lists(text, functions);
    if (lists != null) {
      return lists;
    }
    Resolved value = submission.expressions().in(functions).resolve(text);
    value
        .unresolved()
        .forEach(
            (expression, why) ->
                submission
                    .findings()
                    .add(expression, definition.file(), definition.actionLine(), why));
    return value.text();
  }

  /** A text whose only expressions are lists of instances; null for another. */
  private String lists(String text, ActionFunctions functions) {
    List<String> pieces = taken.computeIfAbsent(text, ActionConfiguration::apart);
    StringBuilder lists = new StringBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      String piece = i % 2 == 0 ? pieces.get(i) : functions.list(pieces.get(i));
      if (piece == null || lists.length() + piece.length() > LIST_MAX) {
        return null;
      }
      lists.append(piece);
    }
    return pieces.isEmpty() ? null : lists.toString();
  }

  /** Texts and, between them, events; none when there are other expressions. */
  private static List<String> apart(String text) {
    List<String> pieces = new ArrayList<>();
    Matcher data = DATA.matcher(text);
    int end = 0;
    while (data.find()) {
      pieces.add(text.substring(end, data.start()));
      pieces.add(data.group(2));
      end = data.end();
    }
    pieces.add(text.substring(end));
    boolean others = DATA.matcher(text).replaceAll("").contains("${");
    return others ? List.of() : pieces;
  }
}
