/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The index against a sorted map that is asked for one ancestor after the other. */
class PathIndexProperties {
  @Property
  void findsWhatTheModelFinds(
      @ForAll("paths") Set<String> entries, @ForAll("asked") List<String> asked) {
    Map<String, String> map = valuesOf(entries);
    PathIndex<String> index = PathIndex.of(map);

    for (String path : asked) {
      assertSame(index, new TreeMap<>(map), path);
    }
    for (String entry : entries) {
      assertSame(index, new TreeMap<>(map), entry);
      assertSame(index, new TreeMap<>(map), entry + "/x/y");
      assertSame(index, new TreeMap<>(map), entry + "x");
    }
  }

  /** An entry that is neither the path nor an ancestor of it says nothing of it. */
  @Property
  void unrelatedEntriesChangeNothing(
      @ForAll("paths") Set<String> entries,
      @ForAll("path") String added,
      @ForAll("asked") List<String> asked) {
    Map<String, String> map = valuesOf(entries);
    PathIndex<String> before = PathIndex.of(map);
    map.put(added, added);
    PathIndex<String> after = PathIndex.of(map);

    for (String path : asked) {
      if (!path.equals(added) && !path.startsWith(added + "/") && !added.equals("/")) {
        assertThat(after.lookup(path)).isEqualTo(before.lookup(path));
      }
    }
  }

  /** Moving everything below a directory moves the answers with it. */
  @Property
  void answersMoveWithTheirDirectory(
      @ForAll("paths") Set<String> entries,
      @ForAll("path") String directory,
      @ForAll("asked") List<String> asked) {
    String above = directory.equals("/") ? "" : directory;
    Map<String, String> moved = new HashMap<>();
    entries.forEach(entry -> moved.put(entry.equals("/") ? directory : above + entry, entry));
    PathIndex<String> index = PathIndex.of(valuesOf(entries));
    PathIndex<String> below = PathIndex.of(moved);

    for (String path : asked) {
      assertThat(below.lookup(above + path)).isEqualTo(index.lookup(path));
    }
  }

  private static Map<String, String> valuesOf(Set<String> entries) {
    Map<String, String> map = new HashMap<>();
    entries.forEach(entry -> map.put(entry, entry));
    return map;
  }

  private static void assertSame(
      PathIndex<String> index, TreeMap<String, String> model, String path) {
    String expected = null;
    for (String at = path;
        expected == null && !at.isEmpty();
        at = at.substring(0, at.lastIndexOf('/'))) {
      expected = model.get(at);
    }
    assertThat(index.lookup(path))
        .as("%s among %s", path, model.keySet())
        .isEqualTo(expected == null ? model.get("/") : expected);
  }

  @Provide
  Arbitrary<Set<String>> paths() {
    return path().set().ofMaxSize(40);
  }

  @Provide
  Arbitrary<List<String>> asked() {
    return path().list().ofMaxSize(40);
  }

  /** Few names, so that paths share prefixes; "Aa" and "BB" have one String hash. */
  @Provide
  Arbitrary<String> path() {
    Arbitrary<String> common = Arbitraries.of("a", "b", "ab", "Aa", "BB", "c", "日本", "é", "day=1");
    Arbitrary<String> any =
        Arbitraries.strings()
            .ofMinLength(1)
            .ofMaxLength(6)
            .map(s -> new String(s.replace('/', '_').getBytes(UTF_8), UTF_8));
    return Arbitraries.frequencyOf(Tuple.of(9, common), Tuple.of(1, any))
        .list()
        .ofMaxSize(16)
        .map(components -> "/" + String.join("/", components));
  }
}
