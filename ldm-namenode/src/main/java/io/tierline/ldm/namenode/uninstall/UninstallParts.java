/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.uninstall;

import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.util.Time;

/** A NameNode's LDM as it is taken apart. */
public final class UninstallParts implements Uninstall.Parts {
  /** How long storage policies are restored at a time: a hundredth of a core. */
  private static final long POLICY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final LineageRegistry registry;
  private final Withdrawal withdrawal;
  private final StoragePolicyAgreement agreement;
  private final LeavingDatasets leaving;
  private final Supplier<List<String>> lent;

  /** Forgets a workflow, registered or not. */
  @FunctionalInterface
  public interface Withdrawal {
    void withdraw(Registration registration) throws IOException;
  }

  /**
   * Names what is taken apart.
   *
   * @param withdrawal forgets one registration
   * @param lent directories without lineage that may have room on fast tiers
   */
  public UninstallParts(
      LineageRegistry registry,
      Withdrawal withdrawal,
      StoragePolicyAgreement agreement,
      LeavingDatasets leaving,
      Supplier<List<String>> lent) {
    this.registry = registry;
    this.withdrawal = withdrawal;
    this.agreement = agreement;
    this.leaving = leaving;
    this.lent = lent;
  }

  @Override
  public int withdraw(BooleanSupplier goOn) throws IOException {
    for (Registration next : List.copyOf(registry.view().registrations().values())) {
      if (!goOn.getAsBoolean()) {
        break;
      }
      withdrawal.withdraw(next);
    }
    return registry.view().registrations().size();
  }

  @Override
  public int restorePolicies() {
    long end = Time.monotonicNowNanos() + POLICY_NANOS;
    agreement.setNoMore();
    agreement.tick(root -> false, true, () -> Time.monotonicNowNanos() < end);
    return agreement.ownCount();
  }

  @Override
  public List<String> leaving() {
    return Stream.concat(leaving.kept().stream(), lent.get().stream()).distinct().toList();
  }

  @Override
  public void audit(String what) throws IOException {
    Audit.byItself("uninstall", what);
  }
}
