/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All settings of one part of Tierline, in order. */
public final class Settings {
  private final Map<String, Setting<?>> rows = new LinkedHashMap<>();

  /**
   * Gathers them.
   *
   * @throws IllegalArgumentException when two have the same key
   */
  @SafeVarargs
  public Settings(List<Setting<?>>... groups) {
    for (List<Setting<?>> group : groups) {
      for (Setting<?> row : group) {
        if (rows.put(row.key(), row) != null) {
          throw new IllegalArgumentException(row.key() + " has two rows");
        }
      }
    }
  }

  /** The rows. */
  public Collection<Setting<?>> rows() {
    return rows.values();
  }

  /** Their keys, in order. */
  public Set<String> keys() {
    return rows.keySet();
  }

  /** The row of a key. */
  public Optional<Setting<?>> find(String key) {
    return Optional.ofNullable(rows.get(key));
  }

  /** What holds for a key, as text: what somebody has set, or else its default. */
  public String value(Values values, String key) {
    String said = values.get(key);
    return said == null ? rows.get(key).standard() : said.strip();
  }

  /** One line for each value that its row does not take. */
  public List<String> problems(Values values) {
    return rows.values().stream().flatMap(row -> row.problem(values).stream()).toList();
  }
}
