/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How a text is read, and which values are taken.
 *
 * @param noun such as "a time"
 * @param format how a bound is written
 * @param least null for no bound
 * @param most null for no bound
 * @param opens whether the least is too little itself
 * @param closes whether the most is too much itself
 * @param isSound what else must hold
 */
record Kind<T>(
    String noun,
    Function<String, T> reader,
    Function<T, String> format,
    Comparable<T> least,
    Comparable<T> most,
    boolean opens,
    boolean closes,
    Predicate<T> isSound) {

  static <T> Kind<T> of(String noun, Function<String, T> reader, Function<T, String> format) {
    return new Kind<>(noun, reader, format, null, null, false, false, value -> true);
  }

  Kind<T> from(Comparable<T> bound, boolean isOpen) {
    return new Kind<>(noun, reader, format, bound, most, isOpen, closes, isSound);
  }

  Kind<T> to(Comparable<T> bound, boolean isOpen) {
    return new Kind<>(noun, reader, format, least, bound, opens, isOpen, isSound);
  }

  Kind<T> where(Predicate<T> rule) {
    return new Kind<>(noun, reader, format, least, most, opens, closes, rule);
  }

  T read(String text) {
    return reader.apply(text);
  }

  boolean isGood(T value) {
    return isSound.test(value)
        && (least == null || least.compareTo(value) <= (opens ? -1 : 0))
        && (most == null || most.compareTo(value) >= (closes ? 1 : 0));
  }

  /** In words. */
  String takes() {
    if (least == null && most == null) {
      return noun;
    }
    if (most == null) {
      return noun + (opens ? " above " : " of at least ") + written(least);
    }
    if (least == null) {
      return noun + (closes ? " below " : " of at most ") + written(most);
    }
    String to = opens ? " and " + (closes ? "below " : "at most ") : closes ? " to below " : " to ";
    return noun + (opens ? " above " : " from ") + written(least) + to + written(most);
  }

  @SuppressWarnings("unchecked")
  private String written(Comparable<T> bound) {
    return format.apply((T) bound);
  }
}
