/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * A store's configuration, cheap to copy. HBase makes a copy for every file that is written ({@code
 * HFileBlock.Writer}, for what predicts compressed sizes), of what the configuration itself holds:
 * of a store's that is not what it answers, but a thousand and more of Hadoop's defaults. For a
 * file of a megabyte that took longer than all else that making it takes. This one holds nothing
 * and answers what the store's answers.
 */
final class WriterConfiguration extends Configuration {

  private final Configuration store;

  WriterConfiguration(Configuration store) {
    super(false);
    this.store = store;
    setClassLoader(store.getClassLoader());
  }

  @Override
  public String get(String name) {
    return store.get(name);
  }

  @Override
  public String getRaw(String name) {
    return store.getRaw(name);
  }

  @Override
  public String get(String name, String otherwise) {
    return store.get(name, otherwise);
  }

  @Override
  public Class<?> getClassByName(String name) throws ClassNotFoundException {
    return store.getClassByName(name);
  }

  @Override
  public int size() {
    return store.size();
  }

  @Override
  public Iterator<Map.Entry<String, String>> iterator() {
    return store.iterator();
  }

  /** Whoever writes a file has nothing to set. */
  @Override
  public void set(String name, String value, String source) {
    throw new UnsupportedOperationException(name + " cannot be set for one file");
  }
}
