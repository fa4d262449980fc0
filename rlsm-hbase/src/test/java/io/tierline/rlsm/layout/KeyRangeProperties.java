/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The algebra of ranges, held against sets of rows from a key space that is small and mean. */
class KeyRangeProperties {
  /** Ascending: the lowest row, rows and their successors, prefixes, and the sign bit. */
  private static final byte[][] ROWS = {
    {}, {0}, {0, 0}, {0, 1}, {1}, {1, 0}, {1, -1}, {2}, {127}, {-128}, {-1}, {-1, -1}
  };

  @Provide
  Arbitrary<KeyRange> ranges() {
    Arbitrary<Integer> starts = Arbitraries.integers().between(0, ROWS.length - 1);
    Arbitrary<Integer> lengths = Arbitraries.integers().between(1, ROWS.length);
    return Combinators.combine(starts, lengths)
        .as((start, length) -> KeyRange.of(ROWS[start], end(start + length)));
  }

  private static byte[] end(int row) {
    return row < ROWS.length ? ROWS[row] : new byte[0];
  }

  @Provide
  Arbitrary<List<KeyRange>> several() {
    return ranges()
        .list()
        .ofMaxSize(6)
        .map(
            ranges ->
                ranges.stream()
                    .sorted(Comparator.comparing(KeyRange::start, Arrays::compareUnsigned))
                    .toList());
  }

  private static BitSet rows(KeyRange range) {
    BitSet rows = new BitSet();
    for (int i = 0; i < ROWS.length; i++) {
      rows.set(i, range.contains(ROWS[i]));
    }
    return rows;
  }

  private static BitSet rows(List<KeyRange> ranges) {
    BitSet rows = new BitSet();
    ranges.forEach(range -> rows.or(rows(range)));
    return rows;
  }

  private static void assertAscending(List<KeyRange> ranges) {
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(ranges.get(i - 1).isBounded()).isTrue();
      assertThat(Arrays.compareUnsigned(ranges.get(i - 1).end(), ranges.get(i).start()))
          .isNotPositive();
    }
  }

  @Property
  void rangesMeetInTheRowsThatBothHave(
      @ForAll("ranges") KeyRange one, @ForAll("ranges") KeyRange other) {
    BitSet both = rows(one);
    both.and(rows(other));
    assertThat(one.overlaps(other)).isEqualTo(!both.isEmpty()).isEqualTo(other.overlaps(one));
  }

  @Property
  void rangeEnclosesWhatAddsNothingToIt(
      @ForAll("ranges") KeyRange one, @ForAll("ranges") KeyRange other) {
    assertThat(one.encloses(other)).isEqualTo(one.hull(other).equals(one));
  }

  @Property
  void hullHasAllRowsFromTheFirstToTheLast(
      @ForAll("ranges") KeyRange one, @ForAll("ranges") KeyRange other) {
    BitSet either = rows(List.of(one, other));
    BitSet expected = new BitSet();
    expected.set(either.nextSetBit(0), either.length());
    assertThat(rows(one.hull(other))).isEqualTo(expected);
    assertThat(one.hull(other)).isEqualTo(other.hull(one));
  }

  @Property
  void unionHasTheRowsOfAllAndNoTwoOfItTouch(@ForAll("several") List<KeyRange> ranges) {
    List<KeyRange> union = KeyRange.union(ranges);
    assertThat(rows(union)).isEqualTo(rows(ranges));
    assertAscending(union);
    for (int i = 1; i < union.size(); i++) {
      assertThat(union.get(i - 1).end()).isNotEqualTo(union.get(i).start());
    }
  }

  @Property
  void closedRangeHasBothEndsAndNotTheNextRow(@ForAll("ranges") KeyRange any) {
    byte[] last = any.isBounded() ? any.end() : KeyRange.after(any.start());
    KeyRange closed = KeyRange.closed(any.start(), last);
    assertThat(closed.contains(any.start())).isTrue();
    assertThat(closed.contains(last)).isTrue();
    assertThat(closed.contains(KeyRange.after(last))).isFalse();
  }
}
