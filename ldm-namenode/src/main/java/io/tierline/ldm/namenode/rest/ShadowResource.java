/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.shadow.ShadowCounts;
import io.tierline.ldm.shadow.ShadowLedger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What LDM would have done in shadow mode: all of it for administrators, of their own lineage for
 * others.
 */
final class ShadowResource {
  private static final int MOST_DATASETS = 1_000;

  private final RestParts parts;
  private final Authority authority;

  private ShadowResource(Asked asked) {
    this.parts = asked.parts();
    this.authority = asked.authority();
  }

  static Answer report(Asked asked) {
    return Answer.ok(new ShadowResource(asked).report());
  }

  private Map<String, Object> report() {
    PlacementAdvisor advisor = parts.advisor();
    advisor.followShadow();
    ShadowLedger ledger = advisor.shadow();
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("shadow", advisor.isShadow());
    report.put("since", ledger.since().toString());
    List<Map<String, Object>> users = new ArrayList<>();
    ShadowCounts[] total = {ShadowCounts.NONE};
    ledger
        .byUser()
        .forEach(
            (user, counts) -> {
              if (authority.maySpeakFor(user)) {
                users.add(row("user", user, counts));
                total[0] = total[0].plus(counts);
              }
            });
    report.put("total", counts(total[0]));
    report.put("users", users);
    List<Map<String, Object>> datasets = new ArrayList<>();
    for (ShadowLedger.Row row : ledger.byDataset()) {
      if (datasets.size() < MOST_DATASETS && authority.maySpeakFor(row.user())) {
        Map<String, Object> view = row("dataset", row.dataset(), row.counts());
        view.put("user", row.user());
        datasets.add(view);
      }
    }
    report.put("datasets", datasets);
    if (authority.isAdmin()) {
      report.put("readsReordered", advisor.metrics().shadowReadsReordered.value());
      report.put("blocksNotCounted", ledger.lost());
    }
    return report;
  }

  private static Map<String, Object> row(String what, String name, ShadowCounts counts) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(what, name);
    row.putAll(counts(counts));
    return row;
  }

  private static Map<String, Object> counts(ShadowCounts counts) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("blocks", counts.blocks());
    view.put("blocksFast", counts.blocksFast());
    view.put("blocksNoRoom", counts.blocksNoRoom());
    view.put("bytesFast", counts.bytesFast());
    view.put("fastReplicas", counts.fastReplicas());
    view.put("readsFast", counts.readsFast());
    view.put("movesUp", counts.movesUp());
    view.put("movesDown", counts.movesDown());
    view.put("fastBytesWritten", counts.fastBytesWritten());
    return view;
  }
}
