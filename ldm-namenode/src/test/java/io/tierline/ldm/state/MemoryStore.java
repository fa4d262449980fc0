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
import java.util.Set;
import java.util.TreeMap;

/** A store in memory that can be told to fail. */
public final class MemoryStore implements StateStore {
  /** What it holds. */
  public final Map<String, Map<String, byte[]>> records = new TreeMap<>();

  /** What was set aside. */
  public final Map<String, Map<String, byte[]>> aside = new TreeMap<>();

  /** The names of records that were put together. */
  public final List<Set<String>> atOnce = new ArrayList<>();

  /** How often the records of other kinds were removed. */
  public int othersRemoved;

  /** When not null, every call fails with it. */
  public IOException failure;

  @Override
  public void readAll(Visitor visitor) throws IOException {
    fail();
    records.forEach((name, attributes) -> visitor.visit(name, Map.copyOf(attributes)));
  }

  @Override
  public Map<String, byte[]> read(String name) throws IOException {
    fail();
    return Map.copyOf(records.getOrDefault(name, Map.of()));
  }

  @Override
  public void put(String name, Map<String, byte[]> attributes) throws IOException {
    fail();
    records.put(name, new TreeMap<>(attributes));
  }

  @Override
  public void putAll(Map<String, Map<String, byte[]>> several) throws IOException {
    atOnce.add(Set.copyOf(several.keySet()));
    StateStore.super.putAll(several);
  }

  @Override
  public void set(String name, String attribute, byte[] value) throws IOException {
    fail();
    records.get(name).put(attribute, value);
  }

  @Override
  public void remove(String name) throws IOException {
    fail();
    records.remove(name);
  }

  @Override
  public void setAside(String name) throws IOException {
    fail();
    aside.put(name, records.remove(name));
  }

  @Override
  public void removeOthers() throws IOException {
    fail();
    othersRemoved++;
  }

  private void fail() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }
}
