/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Run events that came together, by their places in the array, from 0.
 *
 * @param events those that could be read; one about a job or a dataset alone is none of them
 * @param texts what of those is used, in JSON that reads the same
 * @param refused why others could not, each in one line
 */
public record EventBatch(
    SortedMap<Integer, RunEvent> events,
    SortedMap<Integer, String> texts,
    SortedMap<Integer, String> refused) {
  /** Copies the maps; the record is immutable. */
  public EventBatch {
    events = Collections.unmodifiableSortedMap(new TreeMap<>(events));
    texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
    refused = Collections.unmodifiableSortedMap(new TreeMap<>(refused));
  }
}
