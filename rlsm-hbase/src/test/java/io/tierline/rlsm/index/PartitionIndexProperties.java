/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;

class PartitionIndexProperties {
  private record Store(List<List<byte[]>> rows, List<RowSketch> sketches) {}

  /** Numbers of rows, mostly few, so that sizes lie far apart; -1 is a file without a sketch. */
  @Provide
  Arbitrary<List<Integer>> sizes() {
    Arbitrary<Integer> rows =
        Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.integers().between(0, 300)),
            Tuple.of(2, Arbitraries.integers().between(0, 20_000)),
            Tuple.of(1, Arbitraries.just(-1)));
    return rows.list().ofMaxSize(140);
  }

  private static Store store(List<Integer> sizes, long seed, boolean parsed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Store store = new Store(new ArrayList<>(), new ArrayList<>());
    for (int size : sizes) {
      RowSketch.Builder builder = RowSketch.builder();
      List<byte[]> rows = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        byte[] row = new byte[random.nextInt(24)];
        random.nextBytes(row);
        builder.add(row, 0, row.length);
        rows.add(row);
      }
      RowSketch sketch = parsed ? RowSketch.parse(builder.build().toBytes()) : builder.build();
      store.rows().add(rows);
      store.sketches().add(size < 0 ? null : sketch);
    }
    return store;
  }

  private static void assertNothingIsMissed(Store store, PartitionIndex index) {
    for (int file = 0; file < store.rows().size(); file++) {
      RowSketch sketch = store.sketches().get(file);
      for (byte[] row : store.rows().get(file)) {
        if (!sketch.mayContain(row) || !Sketches.names(index.candidates(row), file)) {
          throw new AssertionError("row of file " + file + " is missed");
        }
      }
      if (sketch == null) {
        assertThat(Sketches.names(index.candidates(new byte[0]), file)).isTrue();
      }
    }
  }

  @Property(tries = 100)
  void noRowIsEverMissed(
      @ForAll("sizes") List<Integer> sizes, @ForAll long seed, @ForAll boolean parsed)
      throws IOException {
    Store store = store(sizes, seed, parsed);
    assertNothingIsMissed(store, PartitionIndex.of(store.sketches(), Long.MAX_VALUE));
  }

  @Property(tries = 100)
  void noRowIsMissedWhereMemoryIsShort(
      @ForAll("sizes") List<Integer> sizes, @ForAll long seed, @ForAll("shares") double share)
      throws IOException {
    Store store = store(sizes, seed, false);
    long full = PartitionIndex.of(store.sketches(), Long.MAX_VALUE).heapBytes();
    long bound = (long) (full * share);
    PartitionIndex index = PartitionIndex.of(store.sketches(), bound);
    assertThat(index.heapBytes()).isLessThanOrEqualTo(bound);
    assertNothingIsMissed(store, index);
  }

  @Provide
  Arbitrary<Double> shares() {
    return Arbitraries.doubles().between(0, 1);
  }

  @Property(tries = 50)
  void anIndexMadeFromAnotherIsTheOneMadeAfresh(
      @ForAll("sizes") List<Integer> sizes, @ForAll long seed, @ForAll Random random)
      throws IOException {
    Store store = store(sizes, seed, false);
    PartitionIndex before = PartitionIndex.of(store.sketches(), 1 << 20);
    List<RowSketch> changed = new ArrayList<>(store.sketches());
    Collections.shuffle(changed, random);
    changed.subList(0, random.nextInt(changed.size() + 1)).clear();
    changed.add(Sketches.of(1, 100));
    PartitionIndex afresh = PartitionIndex.of(changed, 1 << 20);
    PartitionIndex after = before.with(changed);
    assertThat(after.heapBytes()).isEqualTo(afresh.heapBytes());
    for (int i = 0; i < 100; i++) {
      byte[] row = Sketches.row(1, i);
      assertThat(after.candidates(row)).isEqualTo(afresh.candidates(row));
    }
  }

  @Property(tries = 2000)
  void anyBytesAreRefusedWithAnIoException(@ForAll @Size(max = 300) byte[] data) {
    assertThat(parses(data)).isFalse();
  }

  @Property(tries = 2000)
  void damageIsFound(
      @ForAll("damage") List<Integer> at, @ForAll byte xor, @ForAll("cut") int length) {
    byte[] good = Sketches.of(2, 60).toBytes();
    byte[] bad = Arrays.copyOf(good, Math.max(0, good.length + length));
    for (int i : at) {
      if (i < bad.length) {
        bad[i] ^= xor;
      }
    }
    assertThat(parses(bad)).isEqualTo(Arrays.equals(good, bad));
  }

  @Provide
  Arbitrary<List<Integer>> damage() {
    Arbitrary<Integer> anywhere = Arbitraries.integers().between(0, 143);
    return Arbitraries.oneOf(anywhere, Arbitraries.integers().between(0, 15)).list().ofMaxSize(4);
  }

  @Provide
  Arbitrary<Integer> cut() {
    return Arbitraries.oneOf(Arbitraries.just(0), Arbitraries.integers().between(-150, 20));
  }

  private static boolean parses(byte[] data) {
    try {
      RowSketch.parse(data);
      return true;
    } catch (IOException expected) {
      return false;
    }
  }

  @Property(tries = 200)
  void transposingTurnsRowsIntoColumns(@ForAll @Size(64) long[] rows) {
    long[] columns = rows.clone();
    BitTable.transpose(columns);
    for (int row = 0; row < 64; row++) {
      for (int column = 0; column < 64; column++) {
        assertThat(columns[column] >>> row & 1).isEqualTo(rows[row] >>> column & 1);
      }
    }
  }
}
