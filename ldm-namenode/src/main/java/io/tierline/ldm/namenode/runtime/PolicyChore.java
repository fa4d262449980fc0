/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.namenode.policy.PolicyRounds;

/** Has storage policies follow the lineage, or gives all of them back while LDM is taken out. */
final class PolicyChore implements Runnable {
  private final Permission permission;
  private final PolicyRounds rounds;

  PolicyChore(Permission permission, PolicyRounds rounds) {
    this.permission = permission;
    this.rounds = rounds;
  }

  @Override
  public void run() {
    if (!permission.state().isWritable()) {
      return;
    }
    if (permission.nameNode().isInSafeMode()) {
      permission.uninstall().waits("the NameNode is in safe mode");
    } else if (permission.uninstall().isOn()) {
      permission.uninstall().step();
    } else {
      rounds.round();
    }
  }
}
