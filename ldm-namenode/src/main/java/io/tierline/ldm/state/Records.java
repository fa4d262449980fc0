/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All records of a kind as they were found.
 *
 * @param whole those that can be used
 * @param damaged the names of those that cannot, each with the reason, one line
 */
public record Records<T>(List<T> whole, Map<String, String> damaged) {
  /** How records of the kind are read. */
  @FunctionalInterface
  public interface Form<T> {
    /**
     * Reads one.
     *
     * @param reader the latest form that is read
     */
    T decode(Map<String, byte[]> attributes, FormatVersion reader)
        throws DamagedStateException, NewerStateException;
  }

  /** Copies the collections; the record is immutable. */
  public Records {
    whole = List.copyOf(whole);
    damaged = Map.copyOf(damaged);
  }

  /** None of them. */
  public static <T> Records<T> none() {
    return new Records<>(List.of(), Map.of());
  }

  /**
   * Reads all records of a store, or none.
   *
   * @throws NewerStateException when one of them is of a version that is not read here
   */
  public static <T> Records<T> readAll(StateStore store, Form<T> form) throws IOException {
    List<T> whole = new ArrayList<>();
    Map<String, String> damaged = new TreeMap<>();
    List<NewerStateException> newer = new ArrayList<>();
    store.readAll(
        (name, attributes) -> {
          try {
            whole.add(form.decode(attributes, store.format()));
          } catch (NewerStateException e) {
            newer.add(e);
          } catch (DamagedStateException e) {
            damaged.put(name, e.getMessage());
          }
        });
    if (!newer.isEmpty()) {
      throw newer.get(0);
    }
    return new Records<>(whole, damaged);
  }
}
