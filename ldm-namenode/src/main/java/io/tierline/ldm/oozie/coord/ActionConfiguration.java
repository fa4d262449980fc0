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
import java.util.LinkedHashMap;
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
  private static String lists(String text, ActionFunctions functions) {
    Matcher data = DATA.matcher(text);
    if (DATA.matcher(text).replaceAll("").contains("${")) {
      return null;
    }
    StringBuilder lists = new StringBuilder();
    while (data.find()) {
      String list = functions.list(data.group(2));
      if (list == null || lists.length() + list.length() > LIST_MAX) {
        return null;
      }
      data.appendReplacement(lists, Matcher.quoteReplacement(list));
    }
    return data.appendTail(lists).toString();
  }
}
