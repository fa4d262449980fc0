/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class WeightedSelectionProperties {
  /** Most comparisons that one rank may take for each item, whatever the input. */
  private static final int LINEAR = 24;

  private record Block(int key, long bytes) {}

  private static final Comparator<Block> BY_KEY = Comparator.comparingInt(Block::key);

  @Provide
  Arbitrary<List<Block>> blocks() {
    Arbitrary<Integer> keys =
        Arbitraries.oneOf(Arbitraries.integers(), Arbitraries.integers().between(0, 20));
    Arbitrary<Long> bytes =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 3), Arbitraries.longs().between(0, 1_000_000));
    return Combinators.combine(keys, bytes).as(Block::new).list().ofMaxSize(300);
  }

  @Provide
  Arbitrary<List<Integer>> shapes() {
    Arbitrary<Integer> sizes = Arbitraries.integers().between(1, 3000);
    return Combinators.combine(sizes, Arbitraries.integers().between(0, 5))
        .as(WeightedSelectionProperties::shape);
  }

  private static List<Integer> shape(int size, int kind) {
    return IntStream.range(0, size)
        .map(
            i ->
                switch (kind) {
                  case 0 -> 7;
                  case 1 -> i;
                  case 2 -> -i;
                  case 3 -> Math.min(i, size - 1 - i);
                  case 4 -> i % 2 == 0 ? i : -i;
                  default -> i % 17;
                })
        .boxed()
        .toList();
  }

  /** Adds up a sorted list: quadratic in nothing, clever in nothing. */
  private static List<Integer> bySorting(List<Block> blocks, int parts) {
    TreeMap<Integer, Long> bytes = new TreeMap<>();
    blocks.forEach(block -> bytes.merge(block.key(), block.bytes(), Long::sum));
    long total = bytes.values().stream().mapToLong(Long::longValue).sum();
    List<Integer> cuts = new ArrayList<>();
    for (int i = 1; i < parts && total > 0; i++) {
      long before = 0;
      for (var entry : bytes.entrySet()) {
        if (before + entry.getValue() > total * i / parts) {
          if (before > 0 && !cuts.contains(entry.getKey())) {
            cuts.add(entry.getKey());
          }
          break;
        }
        before += entry.getValue();
      }
    }
    return cuts;
  }

  @Property(tries = 1000)
  void cutsAreThoseOfASortedList(
      @ForAll("blocks") List<Block> blocks, @ForAll @IntRange(min = 1, max = 40) int parts) {
    List<Block> cuts = WeightedSelection.quantiles(blocks, Block::bytes, BY_KEY, parts);
    assertThat(cuts.stream().map(Block::key)).isEqualTo(bySorting(blocks, parts));
  }

  @Property(tries = 300)
  void partsAreEvenUpToTheWeightOfOneKey(
      @ForAll("shapes") List<Integer> keys, @ForAll @IntRange(min = 2, max = 9) int parts) {
    List<Integer> cuts =
        WeightedSelection.quantiles(keys, key -> 1, Comparator.naturalOrder(), parts);
    for (int i = 0; i < cuts.size() && cuts.size() == parts - 1; i++) {
      int cut = cuts.get(i);
      long before = keys.stream().filter(key -> key < cut).count();
      long upTo = keys.stream().filter(key -> key <= cut).count();
      long ideal = (long) keys.size() * (i + 1) / parts;
      assertThat(before).isLessThanOrEqualTo(ideal);
      assertThat(upTo).isGreaterThan(ideal);
    }
  }

  @Property(tries = 500)
  void rankIsThatOfASortedList(@ForAll("shapes") List<Integer> keys, @ForAll Random random) {
    List<Integer> shuffled = new ArrayList<>(keys);
    Collections.shuffle(shuffled, random);
    int rank = random.nextInt(keys.size());
    Integer expected = keys.stream().sorted().skip(rank).findFirst().orElseThrow();
    assertThat(WeightedSelection.nth(shuffled, rank, Comparator.naturalOrder()))
        .isEqualTo(expected);
    assertThat(WeightedSelection.nth(keys, rank, Comparator.naturalOrder())).isEqualTo(expected);
  }

  @Property(tries = 100)
  void comparisonsAreLinearWhateverTheShape(@ForAll("shapes") List<Integer> keys) {
    Counted order = new Counted(Comparator.naturalOrder());
    WeightedSelection.nth(keys, keys.size() / 2, order);
    assertThat(order.comparisons).isLessThan(LINEAR * (keys.size() + 10L));
  }

  @Property(tries = 30)
  void adversaryThatDecidesWhileAskedCannotForceMoreThanLinearWork(
      @ForAll @IntRange(min = 1, max = 20_000) int size) {
    List<Integer> items = IntStream.range(0, size).boxed().toList();
    Counted order = new Counted(new Adversary(size));
    WeightedSelection.nth(items, size / 2, order);
    assertThat(order.comparisons).isLessThan(LINEAR * (size + 10L));
  }

  /** Counts what a run costs. */
  private static final class Counted implements Comparator<Integer> {
    private final Comparator<Integer> order;
    private long comparisons;

    Counted(Comparator<Integer> order) {
      this.order = order;
    }

    @Override
    public int compare(Integer a, Integer b) {
      comparisons++;
      return order.compare(a, b);
    }
  }

  /**
   * Fixes the order of items only when it must, so that every guessed pivot turns out an extreme
   * one (McIlroy 1999, "A killer adversary for quicksort").
   */
  private static final class Adversary implements Comparator<Integer> {
    private final int[] value;
    private final int open;
    private int settled;
    private int candidate;

    Adversary(int size) {
      value = new int[size];
      open = size;
      Arrays.fill(value, open);
    }

    @Override
    public int compare(Integer a, Integer b) {
      if (a.equals(b)) {
        return 0;
      }
      if (value[a] == open && value[b] == open) {
        value[a == candidate ? a : b] = settled++;
      }
      if (value[a] == open) {
        candidate = a;
      } else if (value[b] == open) {
        candidate = b;
      }
      return Integer.compare(value[a], value[b]);
    }
  }
}
