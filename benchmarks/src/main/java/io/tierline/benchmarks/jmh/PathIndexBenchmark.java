/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.ldm.index.PathIndex;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Does it cost more to find the dataset of a file when the file lies deeper? A million datasets,
 * all at one depth, and files of randomly chosen datasets (or of none), so that what is looked up
 * is mostly in no cache.
 *
 * <p>As in a NameNode, which decodes it from a request, each path asked for is a <em>fresh</em>
 * string: just made, so in the cache, and without a computed hash. The contender {@code none} makes
 * the same strings and looks nothing up: take its time off the others'. With {@code -p text=kept}
 * the strings are made beforehand and their hash codes are computed.
 *
 * <pre>./tierline jmh PathIndexBenchmark</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-Xmn256m", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 12, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class PathIndexBenchmark {
  private static final int ASKED = 1 << 17;
  private static final long SEED = 7;

  /** How many; 10000 of them stay in the caches and show what is computed. */
  @Param({"1000000"})
  int datasets;

  /** Characters of each dataset's path at least; 160 makes all depths equally long. */
  @Param({"0"})
  int length;

  /** Components of each dataset's path. */
  @Param({"1", "2", "4", "8", "12", "16"})
  int depth;

  /** Which file of {@link PathNames} is looked up. */
  @Param({"file", "temporary", "beside", "elsewhere"})
  String ask;

  /** Who looks it up. */
  @Param Contender contender;

  /** Whether a path is made for each look-up or kept. */
  @Param({"fresh"})
  String text;

  private Function<String, Object> lookup;
  private char[] characters;
  private int[] ends;
  private String[] kept;
  private int next;

  /** Builds the index, and the paths to ask for in the order in which they will be. */
  @Setup
  public void build() {
    PathNames names = new PathNames(depth, datasets, length);
    lookup = contender.over(registered(names));
    Random random = new Random(SEED);
    StringBuilder all = new StringBuilder();
    ends = new int[ASKED];
    kept = new String[ASKED];
    for (int i = 0; i < ASKED; i++) {
      int dataset = random.nextInt(datasets);
      String path = path(names, dataset, random.nextInt(1000));
      kept[i] = text.equals("kept") ? path : null;
      ends[i] = all.append(path).length();
      if (path.hashCode() == 0) {
        throw new AssertionError("a hash of 0 is not kept: " + path);
      }
    }
    characters = new char[all.length()];
    all.getChars(0, all.length(), characters, 0);
    System.gc();
  }

  private Map<String, Integer> registered(PathNames names) {
    Map<String, Integer> registered = new HashMap<>(2 * datasets);
    for (int i = 0; i < datasets; i++) {
      registered.put(names.dataset(i), i);
    }
    return registered;
  }

  private String path(PathNames names, int dataset, int part) {
    return switch (ask) {
      case "file" -> names.file(dataset, part);
      case "temporary" -> names.temporary(dataset, part);
      case "beside" -> names.beside(dataset, part);
      case "elsewhere" -> names.elsewhere(dataset, part);
      default -> throw new IllegalArgumentException("ask=" + ask);
    };
  }

  /** One look-up. */
  @Benchmark
  public Object lookup() {
    int turn = next;
    next = (turn + 1) & (ASKED - 1);
    String path = kept[turn];
    if (path == null) {
      int start = turn == 0 ? 0 : ends[turn - 1];
      path = new String(characters, start, ends[turn] - start);
    }
    return lookup.apply(path);
  }

  /** Who looks up. */
  public enum Contender {
    /** Nobody: what making the path costs. */
    NONE {
      @Override
      Function<String, Object> over(Map<String, Integer> datasets) {
        return path -> path;
      }
    },
    /** Ours. */
    PATH_INDEX {
      @Override
      Function<String, Object> over(Map<String, Integer> datasets) {
        return PathIndex.of(datasets)::lookup;
      }
    },
    /** From the root down. */
    TREE_WALK {
      @Override
      Function<String, Object> over(Map<String, Integer> datasets) {
        return TreeWalk.of(datasets)::lookup;
      }
    };

    abstract Function<String, Object> over(Map<String, Integer> datasets);
  }
}
