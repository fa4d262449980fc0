/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * One key of a configuration: its name, what holds where nobody sets it, what it takes, whether it
 * can change while its part runs, and what it is for. All that is said of a key comes from its row:
 * the file of defaults, the reference in the docs, the checks, and what is read. {@link Rows} makes
 * them.
 *
 * @param <T> what it is read as
 * @param key as it stands in a configuration
 * @param standard what holds where nobody has set it, as it would be written; in words where it is
 *     computed
 * @param isComputed whether what holds where nobody has set it follows from something else
 * @param kind how it is read, and which values are taken
 * @param isReloadable whether it can change while its part runs
 * @param doc what it is for, in whole sentences
 */
public record Setting<T>(
    String key,
    String standard,
    boolean isComputed,
    Kind<T> kind,
    boolean isReloadable,
    String doc) {

  /** What it takes, such as "a time from 1ms to 1d". */
  public String takes() {
    return kind.takes();
  }

  /** This row under another key. */
  public Setting<T> named(String other) {
    return new Setting<>(other, standard, isComputed, kind, isReloadable, doc);
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException naming the key, its value and what was expected
   */
  public T read(Values values) {
    String said = values.get(key);
    return parse(said == null ? standard : said);
  }

  /**
   * Reads it where what holds otherwise is computed.
   *
   * @throws IllegalArgumentException naming the key, its value and what was expected
   */
  public T read(Values values, T otherwise) {
    String said = values.get(key);
    return said == null ? otherwise : parse(said);
  }

  /** What is wrong with the value that somebody has set, in one line; empty for nothing. */
  public Optional<String> problem(Values values) {
    String said = values.get(key);
    try {
      if (said != null) {
        parse(said);
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * Reads a text as a value of this setting.
   *
   * @throws IllegalArgumentException naming the key, the text and what was expected
   */
  public T parse(String text) {
    try {
      T value = kind.read(text);
      if (kind.isGood(value)) {
        return value;
      }
    } catch (IllegalArgumentException | ArithmeticException unreadable) {
      throw new IllegalArgumentException(refusal(text, takes()), unreadable);
    }
    throw new IllegalArgumentException(refusal(text, takes()));
  }

  /**
   * Holds a value against what else is set.
   *
   * @param value as read
   * @param expected what it must be for the others' sake
   * @throws IllegalArgumentException naming the key, its value and what was expected
   */
  public T check(Values values, T value, Predicate<T> isGood, String expected) {
    if (isGood.test(value)) {
      return value;
    }
    throw new IllegalArgumentException(refusal(values.get(key), expected));
  }

  private String refusal(String text, String expected) {
    return "%s is '%s', expected %s".formatted(key, text, expected);
  }

  @Override
  public String toString() {
    return key;
  }
}
