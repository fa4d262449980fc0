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
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option that takes a number, in one row: what it is called, what it is where the user says
 * nothing, its bounds, and its help.
 */
public final class Amount {
  private static final String USUAL = "${DEFAULT-VALUE}";

  private final OptionSpec option;
  private final Number usual;
  private final double least;
  private final double most;

  private Amount(String usage, Number usual, double least, double most, String help) {
    String[] nameAndLabel = usage.split(" ");
    this.usual = usual;
    this.least = least;
    this.most = most;
    this.option =
        OptionSpec.builder(nameAndLabel[0])
            .paramLabel(nameAndLabel[1])
            .type(usual.getClass())
            .defaultValue(plain(usual))
            .description(help.contains(USUAL) ? help : help + " (default: " + USUAL + ").")
            .build();
  }

  /**
   * A row of a whole number.
   *
   * @param usage the option and what its value is called, such as {@code --files N}
   * @param usual the number where the user says nothing
   * @param help behind which the usual number is named, where it does not stand in it as <code>
   *     ${DEFAULT-VALUE}</code>
   */
  public static Amount whole(String usage, long usual, long least, long most, String help) {
    return new Amount(usage, usual, least, most, help);
  }

  /** A row of a number that need not be whole; see {@link #whole}. */
  public static Amount number(String usage, double usual, double least, double most, String help) {
    return new Amount(usage, usual, least, most, help);
  }

  private static String plain(Number number) {
    String text = number.toString();
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** What a command has as a field with {@code @Mixin}: those rows, in that order. */
  public static CommandSpec mixin(Amount... rows) {
    CommandSpec all = CommandSpec.create();
    for (Amount row : rows) {
      all.addOption(row.option);
    }
    return all;
  }

  /** Refuses what lies outside of the bounds of any. */
  public static void check(Arguments given, Amount... rows) {
    for (Amount row : rows) {
      given.within(row.option.longestName(), row.number(), row.least, row.most);
    }
  }

  /** What those rows are now, under their options' names as figures write them. */
  public static Map<String, Object> values(Amount... rows) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Amount row : rows) {
      String name = row.option.longestName().replaceFirst("^-+", "").replace('-', '_');
      values.put(name, row.given());
    }
    return values;
  }

  /** The number. */
  public double number() {
    return given().doubleValue();
  }

  /** The number, of a row of whole ones. */
  public long whole() {
    return given().longValue();
  }

  /** The number, of a row of whole ones whose bounds are an int's. */
  public int count() {
    return Math.toIntExact(whole());
  }

  private Number given() {
    Number number = option.getValue();
    return number == null ? usual : number;
  }
}
