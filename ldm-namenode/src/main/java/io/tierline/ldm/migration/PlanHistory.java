/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The last plans. When full, the oldest that is not open goes; if all are open no more are taken.
 */
public final class PlanHistory {
  private final int capacity;
  private final List<PlanProgress> plans = new ArrayList<>();

  /**
   * An empty history.
   *
   * @param capacity plans kept, at least 1
   */
  public PlanHistory(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a history keeps at least one plan: " + capacity);
    }
    this.capacity = capacity;
  }

  /**
   * Adds a plan.
   *
   * @return false when as many are open as are kept
   */
  public synchronized boolean add(PlanProgress plan) {
    if (plans.size() >= capacity) {
      Optional<PlanProgress> oldest = plans.stream().filter(p -> !p.state().isOpen()).findFirst();
      if (oldest.isEmpty()) {
        return false;
      }
      plans.remove(oldest.get());
    }
    plans.add(plan);
    return true;
  }

  /** The plan of that id. */
  public synchronized Optional<PlanProgress> find(String id) {
    return plans.stream().filter(plan -> plan.plan().id().equals(id)).findFirst();
  }

  /** All plans, newest first. */
  public synchronized List<PlanProgress> newestFirst() {
    List<PlanProgress> all = new ArrayList<>(plans);
    Collections.reverse(all);
    return all;
  }

  /** Plans that may still have work, oldest first. */
  public synchronized List<PlanProgress> open() {
    return plans.stream().filter(plan -> plan.state().isOpen()).toList();
  }
}
