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

import io.tierline.benchmarks.ycsb.Latencies.Kind;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class HBaseBindingTest {
  private static final String TABLE = "usertable";

  private final FakeTable fake = new FakeTable();
  private final Latencies latencies = new Latencies();
  private final HBaseBinding binding = binding(1);

  private HBaseBinding binding(int batch) {
    return new HBaseBinding(fake.table(), "f", batch, latencies);
  }

  private static Map<String, ByteIterator> value(String text) {
    return Map.of("field0", new StringByteIterator(text));
  }

  @Test
  void whatIsInsertedOrUpdatedIsRead() {
    assertThat(binding.insert(TABLE, "a", value("one"))).isEqualTo(Status.OK);
    assertThat(binding.update(TABLE, "b", value("two"))).isEqualTo(Status.OK);
    Map<String, ByteIterator> row = new HashMap<>();
    assertThat(binding.read(TABLE, "b", Set.of("field0"), row)).isEqualTo(Status.OK);
    assertThat(row).hasSize(1);
    assertThat(row.get("field0")).hasToString("two");
    assertThat(latencies.count(Kind.READ)).isEqualTo(1);
    assertThat(latencies.count(Kind.UPDATE)).isEqualTo(1);
  }

  @Test
  void whatIsDeletedIsNotFoundAndNoLatency() {
    binding.insert(TABLE, "a", value("one"));
    assertThat(binding.delete(TABLE, "a")).isEqualTo(Status.OK);
    assertThat(binding.read(TABLE, "a", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
    assertThat(latencies.count(Kind.READ)).isZero();
    assertThat(latencies.failures()).isEqualTo(1);
  }

  @Test
  void scanReturnsAsManyRowsAsAskedFromTheKeyOn() {
    for (String key : "a b c d e".split(" ")) {
      binding.insert(TABLE, key, value(key));
    }
    Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
    assertThat(binding.scan(TABLE, "b", 3, null, rows)).isEqualTo(Status.OK);
    assertThat(rows).extracting(row -> row.get("field0").toString()).containsExactly("b", "c", "d");
    assertThat(binding.scan(TABLE, "b", 0, null, rows)).isEqualTo(Status.BAD_REQUEST);
  }

  @Test
  void insertsGoInBatchesAndTheRestAtTheEnd() throws DBException {
    HBaseBinding batched = binding(3);
    for (String key : "a b c d".split(" ")) {
      batched.insert(TABLE, key, value(key));
    }
    assertThat(fake.batches).containsExactly(3);
    assertThat(batched.insert(TABLE, "e", value("e"))).isEqualTo(Status.BATCHED_OK);
    batched.cleanup();
    assertThat(fake.batches).containsExactly(3, 2);
    assertThat(fake.rows).hasSize(5);
    assertThat(latencies.count(Kind.PUT_BATCH)).isEqualTo(2);
  }

  @Test
  void failuresHaveTheStatusThatYcsbKnowsForThem() {
    assertFails(new RegionTooBusyException("full"), Status.SERVICE_UNAVAILABLE);
    assertFails(
        new IOException("retries", new RegionTooBusyException("full")), Status.SERVICE_UNAVAILABLE);
    assertFails(new TableNotFoundException(TABLE), Status.BAD_REQUEST);
    assertFails(new AccessDeniedException("no"), Status.FORBIDDEN);
    assertFails(new IOException("gone"), Status.ERROR);
    assertThat(latencies.failures()).isEqualTo(25);
  }

  private void assertFails(IOException failure, Status expected) {
    fake.failure = failure;
    assertThat(binding.insert(TABLE, "a", value("1"))).isEqualTo(expected);
    assertThat(binding.update(TABLE, "a", value("1"))).isEqualTo(expected);
    assertThat(binding.read(TABLE, "a", null, new HashMap<>())).isEqualTo(expected);
    assertThat(binding.scan(TABLE, "a", 1, null, new Vector<>())).isEqualTo(expected);
    assertThat(binding.delete(TABLE, "a")).isEqualTo(expected);
  }

  @Test
  void lastBatchThatFailsIsToldAtTheEnd() {
    HBaseBinding batched = binding(3);
    batched.insert(TABLE, "a", value("1"));
    fake.failure = new IOException("gone");
    assertThatThrownBy(batched::cleanup)
        .isInstanceOf(DBException.class)
        .hasMessageContaining("ERROR");
  }
}
