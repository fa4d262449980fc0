/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The functions that can be evaluated before a run. They are what Oozie documents, save that a
 * regular expression runs in linear time and a result has a bounded length.
 */
final class Functions {
  private static final int REGEX_MAX = 256;
  private static final int REPEATS_MAX = 1_000;
  private static final Pattern REPEAT = Pattern.compile("\\{(\\d*),?(\\d*)\\}");

  private static final Map<String, Method> TABLE = table();

  /** The evaluation under way: functions are static, by the specification of expressions. */
  private static final ThreadLocal<Evaluation> CURRENT = new ThreadLocal<>();

  private Functions() {}

  private static Map<String, Method> table() {
    Map<String, Method> table = new HashMap<>();
    for (Method method : Functions.class.getDeclaredMethods()) {
      Callable callable = method.getAnnotation(Callable.class);
      if (callable != null) {
        table.put(callable.value(), method);
      }
    }
    for (Method method : CoordinatorFunctions.class.getDeclaredMethods()) {
      if (!Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic()) {
        table.put(CoordinatorFunctions.PREFIX + method.getName(), method);
      }
    }
    // The parser calls from another package.
    table.values().forEach(method -> method.setAccessible(true));
    return Map.copyOf(table);
  }

  /** The function of that qualified name, for example {@code wf:conf}; null when there is none. */
  static Method named(String qualifiedName) {
    return TABLE.get(qualifiedName);
  }

  /** The evaluation under way. */
  static Evaluation current() {
    return CURRENT.get();
  }

  /** Makes an evaluation the current one and returns the one that was. */
  static Evaluation enter(Evaluation evaluation) {
    Evaluation outer = CURRENT.get();
    restore(evaluation);
    return outer;
  }

  /** Goes back to the evaluation that {@link #enter} returned. */
  static void restore(Evaluation outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }

  @Callable("firstNotNull")
  static Object firstNotNull(Object first, Object second) {
    return first != null ? first : second;
  }

  @Callable("concat")
  static String concat(String first, String second) {
    return bounded(orEmpty(first) + orEmpty(second));
  }

  @Callable("trim")
  static String trim(String text) {
    return orEmpty(text).trim();
  }

  @Callable("urlEncode")
  static String urlEncode(String text) {
    return bounded(URLEncoder.encode(orEmpty(text), StandardCharsets.UTF_8));
  }

  @Callable("replaceAll")
  static String replaceAll(String text, String regex, String replacement) {
    if (text == null || regex == null) {
      return text;
    }
    Matcher matcher = compile(regex).matcher(text);
    StringBuffer result = new StringBuffer();
    try {
      while (matcher.find()) {
        matcher.appendReplacement(result, orEmpty(replacement));
        bounded(result);
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException noSuchGroup) {
      throw new Unresolved("the replacement '" + replacement + "' names no group");
    }
    return bounded(matcher.appendTail(result)).toString();
  }

  @Callable("appendAll")
  static String appendAll(String text, String suffix, String delimiter) {
    if (text == null || delimiter == null) {
      return text;
    }
    String[] parts = compile(delimiter).split(text);
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      result.append(i == 0 ? "" : delimiter).append(parts[i]).append(orEmpty(suffix));
      bounded(result);
    }
    return result.toString();
  }

  @Callable("wf:conf")
  static String conf(String name) {
    return CURRENT.get().property(orEmpty(name));
  }

  @Callable("wf:name")
  static String name() {
    return known(CURRENT.get().facts().name(), "the workflow's name is not known");
  }

  @Callable("wf:user")
  static String user() {
    return known(CURRENT.get().facts().user(), "property 'user.name' is not set");
  }

  @Callable("wf:group")
  static String group() {
    return known(CURRENT.get().facts().group(), "property 'group.name' is not set");
  }

  @Callable("wf:appPath")
  static String appPath() {
    return known(
        CURRENT.get().facts().appPath(), "property 'oozie.wf.application.path' is not set");
  }

  private static String known(String fact, String otherwise) {
    if (fact == null) {
      throw new Unresolved(otherwise);
    }
    return fact;
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  private static <T extends CharSequence> T bounded(T result) {
    if (result.length() > Expressions.RESULT_MAX) {
      throw new Unresolved(Expressions.TOO_LONG);
    }
    return result;
  }

  /** Compiles a pattern whose automaton stays small: counted repeats multiply when nested. */
  private static Pattern compile(String regex) {
    long repeats = 1;
    Matcher counted = REPEAT.matcher(regex);
    while (counted.find() && repeats <= REPEATS_MAX) {
      String most = counted.group(2).isEmpty() ? counted.group(1) : counted.group(2);
      repeats *= most.length() > 4 ? REPEATS_MAX + 1 : Math.max(1, number(most));
    }
    if (regex.length() > REGEX_MAX || repeats > REPEATS_MAX) {
      throw new Unresolved("the regular expression is too large");
    }
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException notSupported) {
      throw new Unresolved("'" + regex + "' is not a regular expression");
    }
  }

  private static int number(String digits) {
    return digits.isEmpty() ? 1 : Integer.parseInt(digits);
  }
}
