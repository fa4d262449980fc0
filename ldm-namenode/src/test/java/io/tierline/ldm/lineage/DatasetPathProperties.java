/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DatasetPathProperties {
  private static final Arbitrary<String> PARTS =
      Arbitraries.of("a", "ab", "b", "c:d", ".", "..", "", "${x}", "${f('a/b')}", "p*", "{a,b}");

  @Provide
  Arbitrary<String> paths() {
    Arbitrary<String> roots =
        Arbitraries.of(
            "", "hdfs://nn", "hdfs:", "s3a://b", "file:", "file://", "${nn}", "${a}://b");
    return roots.flatMap(
        root -> PARTS.list().ofMaxSize(5).map(parts -> root + "/" + String.join("/", parts)));
  }

  @Provide
  Arbitrary<String> literals() {
    return Arbitraries.of("a", "ab", "b").list().ofMaxSize(4).map(p -> "/" + String.join("/", p));
  }

  @Property
  void pathIsReadBackAsItWasWritten(@ForAll("paths") String text) {
    DatasetPath path = DatasetPath.of(text);
    assertThat(DatasetPath.of(path.toString())).isEqualTo(path);
  }

  @Property
  void pathCoversItselfAndOverlapIsMutual(
      @ForAll("paths") String one, @ForAll("paths") String other) {
    DatasetPath a = DatasetPath.of(one);
    DatasetPath b = DatasetPath.of(other);
    assertThat(a.covers(a)).isTrue();
    assertThat(a.overlaps(b)).isEqualTo(b.overlaps(a));
    assertThat(a.overlaps(b) || !a.covers(b)).isTrue();
  }

  @Property
  void literalCoversExactlyWhatStartsWithItsComponents(
      @ForAll("literals") String one, @ForAll("literals") String other) {
    boolean expected = one.equals("/") || (other + "/").startsWith(one + "/");
    assertThat(DatasetPath.of(one).covers(DatasetPath.of(other))).isEqualTo(expected);
  }

  @Property
  void anyTextIsAPathOrRefused(@ForAll String text) {
    try {
      assertThat(DatasetPath.of(text).path()).startsWith("/");
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageStartingWith("not an absolute path");
    }
  }
}
