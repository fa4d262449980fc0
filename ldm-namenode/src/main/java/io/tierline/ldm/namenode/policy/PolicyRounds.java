/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.registry.Canary;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.settings.MigrationMode;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.util.Time;

/**
 * Has storage policies follow the registered lineage, who owns what, and where LDM may act. One
 * thread at a time.
 */
public final class PolicyRounds {
  /**
   * How long storage policies are set at a time, once a second by default: a hundredth of a core,
   * however many datasets are new. They are for tools that run later, so they may wait.
   */
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** After so many rounds owners are looked at again. */
  private static final int OWNERS_ROUNDS = 30;

  private final LineageRegistry registry;
  private final Supplier<LdmSettings> current;
  private final StoragePolicyAgreement agreement;
  private final Ownership ownership;
  private LineageView agreedOn;
  private Canary agreedBy = Canary.ALL;
  private boolean stood = true;
  private long rounds;

  /**
   * Creates one that has not gone round yet.
   *
   * @param current the settings in force
   */
  public PolicyRounds(
      LineageRegistry registry,
      Supplier<LdmSettings> current,
      StoragePolicyAgreement agreement,
      Ownership ownership) {
    this.registry = registry;
    this.current = current;
    this.agreement = agreement;
    this.ownership = ownership;
  }

  /** Sets and restores for a while; the next round goes on. */
  public void round() {
    LineageView view = registry.view();
    LdmSettings settings = current.get();
    Canary canary = settings.canary();
    boolean stand = mayStand(settings);
    if (!stand) {
      agreement.setNoMore();
    }
    long end = Time.monotonicNowNanos() + NANOS;
    BooleanSupplier goOn = () -> Time.monotonicNowNanos() < end;
    // Who owns what may change as well as what is stated.
    boolean changed =
        view != agreedOn
            || !canary.equals(agreedBy)
            || stand != stood
            || ++rounds % OWNERS_ROUNDS == 0;
    if (changed) {
      ownership.users(view.owners());
    }
    agreement.tick(
        root -> stand && canary.admits(root) && ownership.managed(view, root) != null,
        changed,
        goOn);
    agreedOn = view;
    agreedBy = canary;
    stood = stand;
    ownership.tick(view::isManaged, goOn);
  }

  /**
   * Whether policies of ours may stand. Where we place nothing HDFS would go on to place by them.
   * As long as migration moves blocks up by itself they stay: else Mover would take those down
   * again.
   */
  private static boolean mayStand(LdmSettings settings) {
    boolean isFilled = settings.placement() || settings.migration().mode() == MigrationMode.AUTO;
    return isFilled && !settings.shadow();
  }
}
