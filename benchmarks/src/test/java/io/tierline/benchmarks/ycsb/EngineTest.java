/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreConfig;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineTest {
  private static final String CLASS = "hbase.hstore.engine.class";

  @Test
  void stockHasDefaultsOnly() {
    assertThat(Engine.of("stock").descriptorValues(2 << 20, 1L << 30))
        .isEqualTo(Map.of(CLASS, DefaultStoreEngine.class.getName()));
  }

  @Test
  void tunedIsStockThatWaitsLessAndTakesMoreFilesAtOnce() {
    assertThat(Engine.of("tuned").descriptorValues(2 << 20, 1L << 30))
        .isEqualTo(
            Map.of(
                CLASS,
                DefaultStoreEngine.class.getName(),
                "hbase.hstore.blockingStoreFiles",
                "100",
                "hbase.hstore.compaction.max",
                "20"));
  }

  @Test
  void rlsmHasDefaultsOnly() {
    assertThat(Engine.of("rlsm").descriptorValues(2 << 20, 1L << 30))
        .isEqualTo(
            Map.of(
                CLASS,
                "io.tierline.rlsm.hbase.RlsmStoreEngine",
                // As HBase has it.
                "hbase.regionserver.thread.compaction.throttle",
                "2684354560"));
  }

  @ParameterizedTest
  @CsvSource({"10,1,40,100", "40,2,40,100", "160,8,40,128", "2048,12,341,192"})
  void stripesAreAsManyAsThereWillBeButNeverTiny(
      long mebibytes, String stripes, long splitMebibytes, String blocking) {
    Map<String, String> values = Engine.of("stripe").descriptorValues(2 << 20, mebibytes << 20);
    assertThat(values)
        .containsEntry(CLASS, StripeStoreEngine.class.getName())
        .containsEntry(StripeStoreConfig.INITIAL_STRIPE_COUNT_KEY, stripes)
        .containsEntry(StripeStoreConfig.MAX_FILES_KEY, "20")
        .containsEntry("hbase.hstore.blockingStoreFiles", blocking);
    assertThat(Long.parseLong(values.get(StripeStoreConfig.SIZE_TO_SPLIT_KEY)) >> 20)
        .isEqualTo(splitMebibytes);
  }

  @Test
  void unknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Engine.of("lsm"))
        .hasMessage("unknown engine 'lsm': choose from stock, tuned, stripe, rlsm");
  }
}
