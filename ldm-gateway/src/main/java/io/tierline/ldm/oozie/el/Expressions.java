/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

import jakarta.el.ELException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates the expressions in a workflow's texts from its properties.
 *
 * <p>Properties may refer to each other; a property that leads back to itself stays as written. All
 * work is bounded: the length of a result, the depth of references, and the number of evaluations,
 * so that a few lines of properties cannot grow without end.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class Expressions {
  /** Longest result, in characters; HDFS takes paths of at most 8,000. */
  public static final int RESULT_MAX = 16_384;

  static final String TOO_LONG = "the result is longer than " + RESULT_MAX + " characters";

  private static final int DEPTH_MAX = 50;
  private static final int EVALUATIONS_PER_TEXT_MAX = 10_000;
  private static final int EVALUATIONS_MAX = 1_000_000;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private static final Pattern ONLY_A_NAME =
      Pattern.compile("\\$\\{\\s*([A-Za-z_][A-Za-z0-9_.-]*)\\s*}");

  /** Oozie's own constants; they stand before properties of the same name. */
  private static final Map<String, String> CONSTANTS =
      Map.of(
          "KB", String.valueOf(1L << 10),
          "MB", String.valueOf(1L << 20),
          "GB", String.valueOf(1L << 30),
          "TB", String.valueOf(1L << 40),
          "PB", String.valueOf(1L << 50));

  private final Facts facts;
  private final Map<String, String> settled;
  private final Map<String, String> properties;
  private final CoordinatorScope coordinator;
  private final Set<String> visiting = new LinkedHashSet<>();
  private int evaluations;
  private int evaluationsOfText;

  /**
   * Creates an evaluator.
   *
   * @param facts what is known of the workflow
   * @param settled values that are final: they were evaluated elsewhere, where their expressions
   *     meant something else
   * @param properties values that may hold expressions; a settled one of the same name wins
   */
  public Expressions(Facts facts, Map<String, String> settled, Map<String, String> properties) {
    this(facts, Map.copyOf(settled), Map.copyOf(properties), CoordinatorScope.NONE);
  }

  private Expressions(
      Facts facts,
      Map<String, String> settled,
      Map<String, String> properties,
      CoordinatorScope coordinator) {
    this.facts = facts;
    this.settled = settled;
    this.properties = properties;
    this.coordinator = coordinator;
  }

  /** Expressions over these properties, with a coordinator that answers its functions. */
  public Expressions in(CoordinatorScope scope) {
    return new Expressions(facts, settled, properties, scope);
  }

  /** Expressions over these properties and this coordinator, with more values that are final. */
  public Expressions with(Map<String, String> values) {
    Map<String, String> all = new HashMap<>(settled);
    all.putAll(values);
    return new Expressions(facts, Map.copyOf(all), properties, coordinator);
  }

  /** What is known of the workflow. */
  public Facts facts() {
    return facts;
  }

  /** Evaluates every expression of a text. */
  public Resolved resolve(String text) {
    evaluationsOfText = 0;
    Map<String, String> unresolved = new LinkedHashMap<>();
    String result = expand(text, unresolved);
    return new Resolved(result, unresolved);
  }

  /** The evaluated value of a property, if it is set. */
  public Optional<Resolved> property(String name) {
    return isSet(name) ? Optional.of(resolve("${" + name + "}")) : Optional.empty();
  }

  /** The values of all properties, evaluated. */
  public Map<String, String> allProperties() {
    Map<String, String> all = new LinkedHashMap<>();
    properties.keySet().forEach(name -> property(name).ifPresent(v -> all.put(name, v.text())));
    all.putAll(settled);
    return all;
  }

  private boolean isSet(String name) {
    return settled.containsKey(name) || properties.containsKey(name);
  }

  private String expand(String text, Map<String, String> unresolved) {
    if (!text.contains("${")) {
      return text;
    }
    Matcher name = ONLY_A_NAME.matcher(text);
    String value = name.matches() ? literal(name.group(1)) : null;
    if (value != null) {
      // A list of instances may be longer than what expressions may make.
      return value;
    }
    StringBuilder result = new StringBuilder();
    for (Segment segment : Segment.split(text)) {
      result.append(segment.isExpression() ? value(segment.text(), unresolved) : segment.text());
      if (result.length() > RESULT_MAX) {
        unresolved.put(text.substring(0, Math.min(text.length(), 80)), TOO_LONG);
        return text;
      }
    }
    return result.toString();
  }

  /** The value of a property that holds no expression; null for another and for none. */
  private String literal(String name) {
    String value = settled.get(name);
    if (value != null || CONSTANTS.containsKey(name)) {
      return value;
    }
    value = properties.get(name);
    return value == null || value.contains("${") ? null : value;
  }

  /** The value of one expression, or its own text when that is not known. */
  private String value(String expression, Map<String, String> unresolved) {
    String name = expression.strip();
    try {
      count();
      if (CONSTANTS.containsKey(name)) {
        return CONSTANTS.get(name);
      }
      if (isSet(name)) {
        return propertyText(name, unresolved);
      }
      return evaluate(name);
    } catch (ELException | ArithmeticException | IllegalArgumentException unknown) {
      // Arithmetic on what is no number ends in exceptions of the JDK's own.
      unresolved.put("${" + expression + "}", reason(unknown));
      return "${" + expression + "}";
    }
  }

  private void count() {
    if (++evaluations > EVALUATIONS_MAX || ++evaluationsOfText > EVALUATIONS_PER_TEXT_MAX) {
      throw new Unresolved("the properties refer to each other too often");
    }
  }

  private String propertyText(String name, Map<String, String> unresolved) {
    if (settled.containsKey(name)) {
      return settled.get(name);
    }
    if (visiting.size() >= DEPTH_MAX) {
      throw new Unresolved("properties refer to each other more than " + DEPTH_MAX + " deep");
    }
    if (!visiting.add(name)) {
      throw new Unresolved("property '" + name + "' refers to itself");
    }
    try {
      return expand(properties.get(name), unresolved);
    } finally {
      visiting.remove(name);
    }
  }

  private String evaluate(String expression) {
    if (NAME.matcher(expression).matches()) {
      throw new Unresolved("property '" + expression + "' is not set");
    }
    ExpressionGuard.check(expression);
    Evaluation evaluation = new Properties();
    Evaluation outer = Functions.enter(evaluation);
    try {
      Object value = new ClosedContext(evaluation).evaluate(expression);
      String text = value == null ? "" : String.valueOf(value);
      if (text.length() > RESULT_MAX) {
        throw new Unresolved(TOO_LONG);
      }
      return text;
    } finally {
      Functions.restore(outer);
    }
  }

  private static String reason(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof Unresolved) {
        return cause.getMessage();
      }
    }
    return "it is not an expression that Oozie knows";
  }

  /** Lets functions see properties, but only those that are fully known. */
  private final class Properties implements Evaluation {
    @Override
    public CoordinatorScope coordinator() {
      return coordinator;
    }

    @Override
    public Facts facts() {
      return facts;
    }

    @Override
    public String property(String name) {
      count();
      if (CONSTANTS.containsKey(name)) {
        return CONSTANTS.get(name);
      }
      if (!isSet(name)) {
        throw new Unresolved("property '" + name + "' is not set");
      }
      Map<String, String> inside = new LinkedHashMap<>();
      String text = propertyText(name, inside);
      if (!inside.isEmpty() || text.contains("${")) {
        throw new Unresolved("property '" + name + "' is not fully known");
      }
      return text;
    }
  }
}
