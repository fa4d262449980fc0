/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.foresight.Foresight;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;

/** Looks ahead by what is registered now, and by the disks that there are. */
final class ForesightChore implements Runnable {
  private final Foresight foresight;
  private final PlacementAdvisor advisor;

  ForesightChore(Foresight foresight, PlacementAdvisor advisor) {
    this.foresight = foresight;
    this.advisor = advisor;
  }

  @Override
  public void run() {
    int disks = advisor.settings().fewTasksFirst() ? advisor.table().diskCount() : 0;
    foresight.look(advisor.registry().view(), disks);
  }
}
