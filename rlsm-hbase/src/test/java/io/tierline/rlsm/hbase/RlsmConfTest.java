/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.common.Setting;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RlsmConfTest {

  private static final long FLUSH = 128L << 20;

  private final Configuration conf = new Configuration(false);

  @Test
  void aKeyThatNothingReadsIsNamedWithTheNearestThatIsRead() {
    conf.set("tierline.rlsm.slice.max", "9");
    conf.set("tierline.rlsm.whatever", "1");
    conf.set("tierline.ldm.admin", "another part's");
    conf.set(RlsmKeys.PARTITIONS.key(), "7");
    assertThat(read(FLUSH).complaints())
        .isEqualTo(RlsmKeys.unknownIn(conf))
        .containsExactly(
            "nothing reads the key tierline.rlsm.slice.max (do you mean"
                + " tierline.rlsm.slices.max?)",
            "nothing reads the key tierline.rlsm.whatever");
  }

  @ParameterizedTest
  @CsvSource({
    "tierline.rlsm.partition.max.bytes, 8MB",
    "tierline.rlsm.partition.max.bytes, -1",
    "tierline.rlsm.partitions, 0",
    "tierline.rlsm.slices.max, 1",
    "tierline.rlsm.run.files.min, 1",
    "tierline.rlsm.run.files.max, 2",
    "tierline.rlsm.idle.millis, soon",
    "tierline.rlsm.idle.sources, 0",
    "tierline.rlsm.space.max, 0",
    "tierline.rlsm.space.max, much",
    "tierline.rlsm.space.max, NaN",
    "tierline.rlsm.check.millis, 1",
    "tierline.rlsm.level0.blocking, 99999999999",
    "tierline.rlsm.space.load.max, -0.5",
  })
  void aWrongValueIsNamedInOneLineAndTheDefaultHolds(String key, String value) {
    RlsmConf right = read(FLUSH);
    conf.set(key, value);
    RlsmConf read = read(FLUSH);
    assertThat(read.planner()).isEqualTo(right.planner());
    assertThat(read.idleMillis()).isEqualTo(right.idleMillis());
    assertThat(read.checkMillis()).isEqualTo(right.checkMillis());
    assertThat(read.level0Blocking()).isEqualTo(right.level0Blocking());
    assertThat(right.complaints()).isEmpty();
    assertThat(read.complaints())
        .singleElement()
        .asString()
        .contains(key, "'" + value + "'", "is used instead")
        .doesNotContain("\n");
  }

  @Test
  void hbasesMinimumOfFilesIsTheLeastRun() {
    conf.setInt("hbase.hstore.compaction.min", 5);
    assertThat(read(FLUSH).planner().runFilesMin()).isEqualTo(5);
    conf.setInt("hbase.hstore.compaction.min", Integer.MAX_VALUE);
    assertThat(read(FLUSH).planner().runFilesMin()).as("never, almost").isEqualTo(1_000);
    assertThat(read(FLUSH).level0Blocking()).isEqualTo(2_000);
  }

  /** Else flushes wait for a merge, and the merge for flushes. */
  @Test
  void runNeedsNoMoreFilesThanFlushesMayLeave() {
    conf.setInt(RlsmKeys.LEVEL0_BLOCKING.key(), 10);
    assertThat(read(FLUSH).planner().runFilesMax()).isEqualTo(10);
    assertThat(read(FLUSH).level0Blocking()).isEqualTo(10);
    conf.setInt(RlsmKeys.LEVEL0_BLOCKING.key(), 200);
    assertThat(read(FLUSH).planner().runFilesMax()).isEqualTo(128);
  }

  /** As from who wants one partition. */
  @Test
  void partitionsOfAnySizeCanBeMultiplied() {
    conf.setLong(RlsmKeys.PARTITION_MAX_BYTES.key(), Long.MAX_VALUE);
    assertThat(read(FLUSH).planner().links().bytes()).isEqualTo(2L << 50);
    assertThat(read(FLUSH).complaints()).isEmpty();
  }

  @Test
  void partitionsFollowTheFlushSizeButAreNeverTiny() {
    assertThat(read(FLUSH).planner().partitionBytes()).isEqualTo(8 * FLUSH);
    assertThat(read(2 << 20).planner().partitionBytes()).isEqualTo(16L << 20);
    assertThat(read(FLUSH).planner().partitionBytesMin()).isEqualTo(4L << 20);
    assertThat(read(2 << 20).planner().partitionBytesMin()).isEqualTo(4L << 20);
    conf.setLong(RlsmKeys.PARTITION_MAX_BYTES.key(), 1600);
    assertThat(read(FLUSH).planner().partitionBytesMin()).isEqualTo(100);
  }

  /** What is written in the place of nothing changes nothing. */
  @Test
  void defaultsOfTheRowsAreThoseOfThePlanner() {
    RlsmConf right = read(FLUSH);
    for (Setting<?> row : RlsmKeys.ALL.rows()) {
      if (!row.isComputed()) {
        conf.set(row.key(), row.standard());
      }
    }
    assertThat(read(FLUSH)).isEqualTo(right);
  }

  /** As everywhere in Tierline. */
  @Test
  void sizesTimesAndSharesAreWrittenAsInHadoop() {
    conf.set("tierline.rlsm.partition.max.bytes", "64m");
    conf.set("tierline.rlsm.idle.millis", "90s");
    conf.set("tierline.rlsm.check.millis", "250");
    conf.set("tierline.rlsm.space.max", "25%");
    RlsmConf read = read(FLUSH);
    assertThat(read.complaints()).isEmpty();
    assertThat(read.planner().partitionBytes()).isEqualTo(64L << 20);
    assertThat(read.idleMillis()).isEqualTo(90_000);
    assertThat(read.checkMillis()).isEqualTo(250);
    assertThat(read.planner().idleSpace()).isEqualTo(0.25);
  }

  /** Who never wants a store to count as idle has written the greatest number there is. */
  @Test
  void idleMayBeNever() {
    conf.setLong("tierline.rlsm.idle.millis", Long.MAX_VALUE);
    assertThat(read(FLUSH).idleMillis()).isEqualTo(Long.MAX_VALUE);
    conf.set("tierline.rlsm.idle.millis", Long.MAX_VALUE + "s");
    assertThat(read(FLUSH).idleMillis()).isEqualTo(Long.MAX_VALUE);
    assertThat(read(FLUSH).complaints()).isEmpty();
  }

  /** As an XML element without a text has it. */
  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void aTextOfNothingSetsNothing(String nothing) {
    RlsmConf right = read(FLUSH);
    for (Setting<?> row : RlsmKeys.ALL.rows()) {
      conf.set(row.key(), nothing);
    }
    assertThat(read(FLUSH)).isEqualTo(right);
  }

  private RlsmConf read(long flushBytes) {
    return RlsmConf.read(conf, ColumnFamilyDescriptorBuilder.of("f"), flushBytes);
  }

  @Test
  void aFamilyThatKeepsDeletedCellsIsKnown() {
    ColumnFamilyDescriptor keeping =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
            .setKeepDeletedCells(KeepDeletedCells.TTL)
            .build();
    assertThat(RlsmConf.read(conf, keeping, FLUSH).planner().keepsDeleted()).isTrue();
    assertThat(read(FLUSH).planner().keepsDeleted()).isFalse();
  }
}
