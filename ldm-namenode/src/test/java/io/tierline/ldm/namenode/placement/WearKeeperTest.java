/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.migration.SsdWear;
import io.tierline.ldm.state.MemoryStore;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WearKeeperTest {
  private static final long MIB = 1 << 20;
  private static final List<String> SSD = List.of("DS-1");

  private final MemoryStore store = new MemoryStore();
  private long now = TimeUnit.HOURS.toMillis(1_000);
  private final WearKeeper keeper = keeper();

  private WearKeeper keeper() {
    return new WearKeeper(new SsdWear(100 * MIB, 100 * MIB, () -> now), store, MIB);
  }

  private WearKeeper successor() throws IOException {
    WearKeeper next = keeper();
    next.read();
    next.load();
    return next;
  }

  @Test
  void anotherNameNodeGoesOnCounting() throws IOException {
    keeper.wear().placed(SSD, 60 * MIB);
    assertThat(keeper.wear().tryReserve(SSD, 30 * MIB)).isTrue();
    keeper.save();
    WearKeeper next = successor();
    assertThat(next.wear().used("DS-1")).isEqualTo(90 * MIB);
    assertThat(next.wear().tryReserve(SSD, 11 * MIB)).isFalse();
    assertThat(next.wear().tryReserve(SSD, 10 * MIB)).isTrue();
  }

  @Test
  void onlyWhatHasChangedIsWrittenAndNotAllAtOnce() throws IOException {
    for (int i = 0; i < WearKeeper.BATCH + 3; i++) {
      keeper.wear().placed(List.of("DS-" + i), 1);
    }
    keeper.save();
    assertThat(store.records).hasSize(WearKeeper.BATCH);
    keeper.save();
    assertThat(store.records).hasSize(WearKeeper.BATCH + 3);
    store.records.clear();
    keeper.save();
    assertThat(store.records).isEmpty();
  }

  @Test
  void whatCouldNotBeKeptIsKeptLater() throws IOException {
    keeper.wear().placed(SSD, MIB);
    keeper.wear().placed(List.of("DS-2"), MIB);
    store.failure = new IOException("safe mode");
    assertThatThrownBy(keeper::save).hasMessage("safe mode");
    store.failure = null;
    keeper.save();
    assertThat(successor().wear().used("DS-1")).isEqualTo(MIB);
    assertThat(successor().wear().used("DS-2")).isEqualTo(MIB);
  }

  @Test
  void recordGoesWhenNothingOfItCountsAnyMore() throws IOException {
    keeper.wear().placed(SSD, MIB);
    keeper.save();
    now += TimeUnit.HOURS.toMillis(26);
    WearKeeper next = successor();
    assertThat(next.wear().used("DS-1")).isZero();
    next.save();
    assertThat(store.records).isEmpty();
  }

  @Test
  void damagedRecordStopsNobodyAndLaterFieldsStay() throws IOException {
    store.records.put("bad", Map.of());
    String later =
        "{\"version\":\"1.5\",\"storage\":\"DS-1\",\"hour\":1000,\"moved\":[1],\"all\":[2],"
            + "\"drive\":\"x\"}";
    store.records.put("DS-1", Map.of("wear", later.getBytes(UTF_8)));
    WearKeeper next = successor();
    next.wear().placed(SSD, MIB);
    next.save();
    assertThat(new String(store.records.get("DS-1").get("wear"), UTF_8))
        .contains("\"version\":\"1.5\"", "\"all\":[3,", "\"drive\":\"x\"");
  }
}
