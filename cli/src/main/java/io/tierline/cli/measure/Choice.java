/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.measure;

import io.tierline.cli.Arguments;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option that takes names separated by commas, in one row: what it is called, what it is where
 * the user says nothing, what a name stands for, and its help.
 *
 * @param <T> what the names stand for
 */
public final class Choice<T> {
  private final OptionSpec option;
  private final List<String> usual;
  private final Function<String, T> of;

  private Choice(String name, String usual, Function<String, T> of, String... help) {
    this.usual = List.of(usual.split(","));
    this.of = of;
    this.option =
        OptionSpec.builder(name)
            .paramLabel("NAME")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .splitRegex(",")
            .defaultValue(usual)
            .description(help)
            .build();
  }

  /**
   * A row.
   *
   * @param name such as {@code --engine}
   * @param usual names where the user says nothing
   * @param of throws IllegalArgumentException, with a line for the user, where a name stands for
   *     nothing
   * @param help in which <code>${DEFAULT-VALUE}</code> stands for the usual names
   */
  public static <T> Choice<T> of(
      String name, String usual, Function<String, T> of, String... help) {
    return new Choice<>(name, usual, of, help);
  }

  /** What a command has as a field with {@code @Mixin}: those rows, in that order. */
  public static CommandSpec mixin(Choice<?>... rows) {
    CommandSpec all = CommandSpec.create();
    for (Choice<?> row : rows) {
      all.addOption(row.option);
    }
    return all;
  }

  /** As they were given. */
  public List<String> names() {
    List<String> given = option.getValue();
    return given == null ? usual : given;
  }

  /** What they stand for, each once; refuses a name that stands for nothing. */
  public List<T> chosen(Arguments given) {
    return given.chosen(names(), of);
  }
}
