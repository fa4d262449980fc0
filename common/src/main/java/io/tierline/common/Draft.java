/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A row that is being written; {@link #doc} ends it.
 *
 * @param <T> what the key is read as
 */
public final class Draft<T> {
  private final Consumer<Setting<?>> rows;
  private final String key;
  private String standard;
  private boolean isComputed;
  private Kind<T> kind;
  private boolean isReloadable;

  Draft(Consumer<Setting<?>> rows, String key, String standard, Kind<T> kind) {
    this.rows = rows;
    this.key = key;
    this.standard = standard;
    this.kind = kind;
  }

  /** The least value that is taken. */
  public Draft<T> atLeast(Comparable<T> least) {
    kind = kind.from(least, false);
    return this;
  }

  /** What a value must be more than. */
  public Draft<T> above(Comparable<T> least) {
    kind = kind.from(least, true);
    return this;
  }

  /** The greatest value that is taken. */
  public Draft<T> atMost(Comparable<T> most) {
    kind = kind.to(most, false);
    return this;
  }

  /** What a value must be less than. */
  public Draft<T> below(Comparable<T> most) {
    kind = kind.to(most, true);
    return this;
  }

  /** No value is too great. */
  public Draft<T> endless() {
    kind = kind.to(null, false);
    return this;
  }

  /** What else must hold; the noun of the row says it in words. */
  public Draft<T> where(Predicate<T> rule) {
    kind = kind.where(rule);
    return this;
  }

  /** What holds where nobody sets the key follows from something else, which is said in words. */
  public Draft<T> follows(String words) {
    standard = words;
    isComputed = true;
    return this;
  }

  /** The key can change while its part runs. */
  public Draft<T> reloadable() {
    isReloadable = true;
    return this;
  }

  /** What the key is for, in whole sentences; ends the row. */
  public Setting<T> doc(String doc) {
    Setting<T> row =
        new Setting<>(key, standard, isComputed, kind, isReloadable, doc.replaceAll("\\s+", " "));
    rows.accept(row);
    return row;
  }
}
