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

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FileMetaTest {
  private static byte[] row(int value) {
    return new byte[] {(byte) value};
  }

  private static List<byte[]> rows(int from, int to) {
    return IntStream.range(from, to).mapToObj(FileMetaTest::row).toList();
  }

  private static KeyRange range(int from, int to) {
    return KeyRange.of(row(from), row(to));
  }

  private static FileMeta sampled() {
    return FileMeta.builder("f")
        .size(1000, 10, 0)
        .rows(row(10), row(19))
        .samples(rows(10, 20))
        .build();
  }

  @Test
  void fileIsWhatItSaysThatItIs() {
    FileMeta.Builder builder = FileMeta.builder("f").sequenceId(7).rows(row(3), row(5));
    FileMeta flush = builder.build();
    assertThat(flush.role()).isEqualTo(FileMeta.Role.FLUSH);
    assertThat(flush.span()).contains(KeyRange.closed(row(3), row(5)));
    assertThat(flush.keys()).isSameAs(KeySample.UNKNOWN);
    assertThat(flush.mayHoldVersionDeletes()).isFalse();
    assertThat(builder.run().build().role()).isEqualTo(FileMeta.Role.RUN);
    KeySample keys = new KeySample.Collector().sample();
    FileMeta base = builder.base().keys(keys).versionDeletes(true).build();
    assertThat(base.keys()).isSameAs(keys);
    assertThat(base.mayHoldVersionDeletes()).isTrue();
    assertThat(base).hasToString("BASE f [\\x03, \\x05\\x00) seq 7");
  }

  @Test
  void filesOverlapThatHaveARowInCommon() {
    FileMeta one = FileMeta.builder("a").rows(row(3), row(5)).build();
    FileMeta empty = FileMeta.builder("e").build();
    assertThat(one.overlaps(FileMeta.builder("b").rows(row(5), row(9)).build())).isTrue();
    assertThat(one.overlaps(FileMeta.builder("b").rows(row(6), row(9)).build())).isFalse();
    assertThat(one.overlaps(empty)).isFalse();
    assertThat(empty.overlaps(one)).isFalse();
  }

  @Test
  void filesAreTheSameByName() {
    assertThat(FileMeta.builder("f").sequenceId(1).build())
        .isEqualTo(FileMeta.builder("f").sequenceId(2).build())
        .hasSameHashCodeAs(FileMeta.builder("f").build())
        .isNotEqualTo(FileMeta.builder("g").build())
        .isNotEqualTo("f");
  }

  @Test
  void bytesOfAPartFollowTheSamples() {
    FileMeta file = sampled();
    assertThat(file.bytesIn(KeyRange.ALL)).isEqualTo(1000);
    assertThat(file.bytesIn(range(10, 13))).isEqualTo(300);
    assertThat(file.bytesIn(KeyRange.of(row(18), new byte[0]))).isEqualTo(200);
    assertThat(file.bytesIn(range(20, 30))).isZero();
    assertThat(file.bytesIn(range(1, 10))).isZero();
  }

  @Test
  void partBetweenTwoSamplesIsNotNothing() {
    KeyRange between = KeyRange.of(new byte[] {12, 1}, new byte[] {12, 2});
    assertThat(sampled().bytesIn(between)).isEqualTo(50);
  }

  @Test
  void partOfAFileWithoutSamplesIsTakenForHalf() {
    FileMeta file = FileMeta.builder("f").size(1000, 10, 0).rows(row(1), row(9)).build();
    assertThat(file.bytesIn(range(1, 5))).isEqualTo(500);
  }

  @Test
  void fileWithoutCellsHasNoBytesAnywhere() {
    FileMeta file = FileMeta.builder("f").size(1000, 0, 0).build();
    assertThat(file.span()).isEmpty();
    assertThat(file.bytesIn(KeyRange.ALL)).isZero();
  }
}
