/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.fair;

import io.tierline.ldm.oozie.run.ListedJob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which jobs are followed where not all can be: each user has an equal part, and who needs less
 * leaves the rest to the others. So nobody keeps others out by submitting more. Of a user's jobs
 * the oldest come first. It depends on nothing else, so that everybody who looks at one server
 * chooses the same.
 */
public final class FairChoice {
  private FairChoice() {}

  /**
   * Chooses.
   *
   * @param most how many are chosen
   */
  public static Set<String> of(Collection<ListedJob> jobs, int most) {
    Map<String, List<String>> byUser = new TreeMap<>();
    for (ListedJob job : jobs) {
      byUser.computeIfAbsent(job.user(), user -> new ArrayList<>()).add(job.id());
    }
    List<List<String>> users = new ArrayList<>(byUser.values());
    users.sort(Comparator.comparingInt(List::size));
    Set<String> chosen = new LinkedHashSet<>();
    int waiting = users.size();
    for (List<String> his : users) {
      int part = part(most - chosen.size(), waiting--);
      his.stream().sorted(ListedJob.OLDEST_FIRST).limit(part).forEach(chosen::add);
    }
    return chosen;
  }

  /** What one of those who wait may have of what is left; at least one while there is one. */
  public static int part(int left, int waiting) {
    return (left + waiting - 1) / waiting;
  }
}
