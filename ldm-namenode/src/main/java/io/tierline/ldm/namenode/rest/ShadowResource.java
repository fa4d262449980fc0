/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.shadow.ShadowCounts;
import io.tierline.ldm.shadow.ShadowLedger;
import java.util.ArrayList;
import java.util.List;

/**
 * What LDM would have done in shadow mode: all of it for administrators, of their own lineage for
 * others.
 */
final class ShadowResource {
  private static final int MOST_DATASETS = 1_000;

  private record OfUser(String user, @JsonUnwrapped ShadowCounts counts) {}

  private record OfDataset(String dataset, @JsonUnwrapped ShadowCounts counts, String user) {}

  /** The last two are for administrators. */
  private record Report(
      boolean shadow,
      String since,
      ShadowCounts total,
      List<OfUser> users,
      List<OfDataset> datasets,
      Long readsReordered,
      Long blocksNotCounted) {}

  private final RestParts parts;
  private final Asked asked;

  private ShadowResource(Asked asked) {
    this.parts = asked.parts();
    this.asked = asked;
  }

  static Answer report(Asked asked) {
    return Answer.ok(new ShadowResource(asked).report());
  }

  private Report report() {
    PlacementAdvisor advisor = parts.advisor();
    advisor.shadow().follow();
    ShadowLedger ledger = advisor.shadow().ledger();
    List<OfUser> users = new ArrayList<>();
    ledger.byUser().forEach((user, counts) -> users.add(new OfUser(user, counts)));
    users.removeIf(each -> !asked.authority().maySpeakFor(each.user()));
    List<OfDataset> datasets =
        ledger.byDataset().stream()
            .filter(row -> asked.authority().maySpeakFor(row.user()))
            .limit(MOST_DATASETS)
            .map(row -> new OfDataset(row.dataset(), row.counts(), row.user()))
            .toList();
    boolean isAdmin = asked.authority().isAdmin();
    return new Report(
        advisor.isShadow(),
        ledger.since().toString(),
        users.stream().map(OfUser::counts).reduce(ShadowCounts.NONE, ShadowCounts::plus),
        users,
        datasets,
        isAdmin ? advisor.metrics().shadowReadsReordered.value() : null,
        isAdmin ? ledger.lost() : null);
  }
}
