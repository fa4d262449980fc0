/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An enum whose values users write, and whose values figures name, by a key. */
public interface Keyed {
  /** As an enum has it. */
  String name();

  /** As users write it: its name in lower case, with dashes. */
  default String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The value with that key.
   *
   * @param others what else a user may write in its place; only the message names it
   * @throws IllegalArgumentException when there is none; the message names all
   */
  static <E extends Enum<E> & Keyed> E of(Class<E> type, String key, String... others) {
    E[] all = type.getEnumConstants();
    return Arrays.stream(all)
        .filter(one -> one.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "unknown %s '%s': choose from %s",
                        type.getSimpleName().toLowerCase(Locale.ROOT),
                        key,
                        Stream.concat(Arrays.stream(all).map(Keyed::key), Arrays.stream(others))
                            .collect(Collectors.joining(", ")))));
  }
}
