/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.check;

import io.tierline.ldm.oozie.coord.JointPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * What must hold of every lineage: a rule that is broken would have data placed for readers that
 * are not there, or taken for unread while they are read. Each rule is derived anew from the jobs,
 * and not from what made the lineage.
 *
 * @param name what must hold
 * @param looked how many things it was asked of
 * @param broken where it does not hold
 */
public record Rule(String name, long looked, List<Broken> broken) {
  /**
   * A place where a rule does not hold.
   *
   * @param where the dataset, job or coordinator
   * @param why what is so there
   */
  public record Broken(String where, String why) {}

  /** Copies the list; the record is immutable. */
  public Rule {
    broken = List.copyOf(broken);
  }

  /** Asks all rules of a plan. */
  public static List<Rule> of(JointPlan plan) {
    return List.of(
        UseOrder.check(plan),
        Programs.checkReaders(plan),
        Programs.checkWriters(plan),
        HeldInputs.check(plan));
  }

  /** Collects what a rule finds. */
  static final class Asked {
    private final String name;
    private final List<Broken> broken = new ArrayList<>();
    private long looked;

    Asked(String name) {
      this.name = name;
    }

    void look() {
      looked++;
    }

    void broken(Object where, String why) {
      broken.add(new Broken(where.toString(), why));
    }

    Rule rule() {
      return new Rule(name, looked, broken);
    }
  }
}
