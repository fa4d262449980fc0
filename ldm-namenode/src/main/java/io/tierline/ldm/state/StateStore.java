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
import java.util.Map;

/**
 * Records by name, each a few attributes of bytes. A change that returns is durable, and is seen
 * whole or not at all.
 */
public interface StateStore {
  /** Takes the records that a store holds. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes one record.
     *
     * @param attributes by name; none when the record was only begun
     */
    void visit(String name, Map<String, byte[]> attributes);
  }

  /** The form that records are written in, and the latest that is read. */
  default FormatVersion format() {
    return FormatVersion.CURRENT;
  }

  /**
   * Shows every record; in no order, and not as of one moment.
   *
   * @throws NewerStateException when a later version of Tierline has marked the store as its own
   */
  void readAll(Visitor visitor) throws IOException;

  /** The attributes of one record; none when it is not there. */
  Map<String, byte[]> read(String name) throws IOException;

  /** Keeps the record in the place of the one of that name, if there is one. */
  void put(String name, Map<String, byte[]> attributes) throws IOException;

  /** Keeps several records, by their names, as {@link #put} does; some of them if it fails. */
  default void putAll(Map<String, Map<String, byte[]>> records) throws IOException {
    for (Map.Entry<String, Map<String, byte[]>> each : records.entrySet()) {
      put(each.getKey(), each.getValue());
    }
  }

  /** Changes one attribute of a record that is there. */
  void set(String name, String attribute, byte[] value) throws IOException;

  /** Forgets the record; one that is not there is forgotten already. */
  void remove(String name) throws IOException;

  /** Puts a record that cannot be used where {@link #readAll} does not see it and people can. */
  void setAside(String name) throws IOException;

  /** Forgets all that other kinds of records hold, those set aside among them. */
  void removeOthers() throws IOException;

  /** A store that keeps nothing, for those who want none. */
  StateStore NOWHERE =
      new StateStore() {
        @Override
        public void readAll(Visitor visitor) {}

        @Override
        public Map<String, byte[]> read(String name) {
          return Map.of();
        }

        @Override
        public void put(String name, Map<String, byte[]> attributes) {}

        @Override
        public void set(String name, String attribute, byte[] value) {}

        @Override
        public void remove(String name) {}

        @Override
        public void setAside(String name) {}

        @Override
        public void removeOthers() {}
      };
}
