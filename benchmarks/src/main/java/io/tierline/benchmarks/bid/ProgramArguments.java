/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the user gave for a program in C: long options, each with its values. The program says which
 * there are and what they take; here they are only looked up.
 */
final class ProgramArguments {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  private record Given(String option, List<String> values) {}

  private final List<Given> all = new ArrayList<>();

  /** Reads them; an option's value stands behind it, or in it behind {@code =}. */
  ProgramArguments(List<String> words) {
    for (String word : words) {
      if (word.startsWith("--")) {
        int equals = word.indexOf('=');
        all.add(new Given(equals < 0 ? word : word.substring(0, equals), new ArrayList<>()));
        if (equals >= 0) {
          last().add(word.substring(equals + 1));
        }
      } else {
        if (all.isEmpty()) {
          all.add(new Given("", new ArrayList<>()));
        }
        last().add(word);
      }
    }
  }

  private List<String> last() {
    return all.get(all.size() - 1).values();
  }

  List<String> options() {
    return all.stream().map(Given::option).toList();
  }

  boolean has(String option) {
    return options().contains(option);
  }

  /** All values of an option, however often it is given. */
  List<String> values(String option) {
    return all.stream()
        .filter(one -> one.option().equals(option))
        .flatMap(one -> one.values().stream())
        .toList();
  }

  /** The values of an option that takes a list with commas. */
  List<String> list(String option) {
    return values(option).stream().flatMap(value -> List.of(value.split(",")).stream()).toList();
  }

  /** The last value of an option, else what is taken for it. */
  String value(String option, String otherwise) {
    List<String> values = values(option);
    return values.isEmpty() ? otherwise : values.get(values.size() - 1);
  }

  /** The last value of an option that takes a whole number from 0, else what is taken for it. */
  long number(String option, long otherwise, Arguments arguments) {
    String value = value(option, Long.toString(otherwise));
    if (!NUMBER.matcher(value).matches()) {
      throw arguments.mistake(option + " is '" + value + "': give a whole number from 0");
    }
    return Long.parseLong(value);
  }

  /** All words but those of some options. */
  List<String> without(Set<String> options) {
    List<String> words = new ArrayList<>();
    for (Given one : all) {
      if (!options.contains(one.option())) {
        if (!one.option().isEmpty()) {
          words.add(one.option());
        }
        words.addAll(one.values());
      }
    }
    return words;
  }
}
