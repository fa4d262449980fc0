/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.PathLists;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the arguments of a program mean, from a line such as {@code "-r:1 IN+ OUT SKIP*"}.
 *
 * <p>{@code IN} and {@code OUT} are paths read and written, {@code SKIP} is neither; {@code +} lets
 * a path stand once or more often, {@code *} takes whatever is left. {@code FILES} is a path read,
 * each file of it by one task; {@code PARTS} is one written, a file by each reducer; {@code ROWS}
 * is how many rows of TeraGen's are written. {@code -flag:2} has two values, {@code -flag:IN} and
 * {@code -flag:OUT} a path. Options that all Hadoop tools take need not be named.
 */
final class ArgumentForm {
  private static final Set<String> GENERIC_WITH_VALUE =
      Set.of("-conf", "-fs", "-jt", "-files", "-libjars", "-archives");

  private static final String FILES = "FILES";
  private static final String PARTS = "PARTS";
  private static final String ROWS = "ROWS";

  private final Map<String, String> flags = new HashMap<>();
  private final List<String> places = new ArrayList<>();

  private ArgumentForm() {}

  static ArgumentForm of(String line) {
    ArgumentForm form = new ArgumentForm();
    for (String word : line.split(" ")) {
      int colon = word.indexOf(':');
      if (colon > 0) {
        form.flags.put(word.substring(0, colon), word.substring(colon + 1));
      } else if (!word.isEmpty()) {
        form.places.add(word);
      }
    }
    return form;
  }

  /** Adds the uses that the arguments state; false when they do not have this form. */
  boolean read(List<String> arguments, ActionScope scope) {
    List<String> plain = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      String flag = flags.get(argument);
      if (flag != null) {
        i += values(flag, arguments, i + 1, scope);
      } else if (argument.startsWith("-D")) {
        boolean isApart = argument.length() == 2;
        i += isApart ? 1 : 0;
        String property =
            isApart && i < arguments.size() ? arguments.get(i) : argument.substring(2);
        scope.tasks().argument(property);
      } else if (GENERIC_WITH_VALUE.contains(argument)) {
        i++;
      } else if (!argument.startsWith("-") || argument.length() < 2) {
        plain.add(argument);
      }
    }
    return places(plain, scope);
  }

  private static int values(String flag, List<String> arguments, int at, ActionScope scope) {
    if (Character.isDigit(flag.charAt(0))) {
      return Integer.parseInt(flag);
    }
    if (at < arguments.size()) {
      use(flag, arguments.get(at), scope);
    }
    return 1;
  }

  private boolean places(List<String> plain, ActionScope scope) {
    boolean open = !places.isEmpty() && places.get(places.size() - 1).endsWith("*");
    List<String> fixed = open ? places.subList(0, places.size() - 1) : places;
    boolean repeats = fixed.stream().anyMatch(place -> place.endsWith("+"));
    int surplus = plain.size() - fixed.size();
    if (surplus < 0 || (surplus > 0 && !repeats && !open)) {
      return false;
    }
    int next = 0;
    for (String place : fixed) {
      int times = place.endsWith("+") ? surplus + 1 : 1;
      for (int i = 0; i < times; i++) {
        use(place, plain.get(next++), scope);
      }
    }
    return true;
  }

  private static void use(String place, String argument, ActionScope scope) {
    if (place.startsWith("IN") || place.equals(FILES)) {
      PathLists.split(argument).forEach(path -> scope.uses(Access.READ, path));
    } else if (place.startsWith("OUT") || place.equals(PARTS)) {
      scope.uses(Access.WRITE, argument);
    }
    if (place.equals(ROWS)) {
      scope.tasks().rows(argument);
    } else if (place.equals(FILES)) {
      scope.tasks().oneForEachFile();
    } else if (place.equals(PARTS)) {
      scope.tasks().reduce();
    }
  }
}
