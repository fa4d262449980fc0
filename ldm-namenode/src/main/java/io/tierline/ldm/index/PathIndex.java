/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.index;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which registered path does a path belong to? An immutable snapshot: any number of threads read it
 * without a lock, and a change means a new snapshot.
 *
 * <p><b>Backward lookup</b> (N. Y. Song, 2018, sections 4.1 and 4.2). Walking down from the root
 * costs a look-up for each component. Here entries are hashed by their <em>full</em> path, and a
 * search starts at the full path and trims one component at a time: a file mostly lies right below
 * its dataset, so one or two probes find it at any depth; see {@link PathTable}.
 *
 * <p><b>Eight bytes at a time.</b> The path asked for is copied once into its UTF-8 bytes (HDFS's
 * own form of names), which the virtual machine does at the speed of memory; hashing (see {@link
 * PathHash}), trimming and comparing then take whole words, where a string gives one character.
 *
 * <p><b>What leaves early.</b> Subtrees that hold no entry are turned away by their top
 * directories, see {@link TopDirectories}. Bytes behind the longest registered length are not
 * hashed, since no prefix that long can be an entry, and trimming ends at the shortest.
 *
 * <p><b>Bounded.</b> Whoever registers paths could choose ones that collide. When an entry would
 * lie {@value #LONGEST_RUN} slots from its place, the table is built anew with other multipliers;
 * when that does not help, the paths are refused. So a probe reads no more, whatever is registered.
 *
 * @param <V> what is known of a registered path
 */
public final class PathIndex<V> {
  /** Two KiB of slots. At half load a run of 256 does not occur by chance. */
  static final int LONGEST_RUN = 256;

  private static final int SEEDS = 8;

  private final @Nullable V root;
  private final PathHash hash;
  private final TopDirectories tops;
  private final PathTable table;

  /** By the slots of the table. */
  private final V[] values;

  private final int minLength;
  private final int maxLength;

  @SuppressWarnings("unchecked") // An array of a generic type cannot be made.
  private PathIndex(@Nullable V root, List<byte[]> paths, List<V> given, long seed) {
    this.root = root;
    this.minLength = paths.stream().mapToInt(path -> path.length).min().orElse(0);
    this.maxLength = paths.stream().mapToInt(path -> path.length).max().orElse(0);
    this.hash = new PathHash(seed, maxLength);
    this.tops = TopDirectories.of(paths, hash);
    this.table = PathTable.roomFor(paths);
    this.values = (V[]) new Object[table.size()];
    for (int i = 0; i < paths.size(); i++) {
      byte[] path = paths.get(i);
      values[table.add(path, hash.of(path, path.length))] = given.get(i);
    }
  }

  /**
   * An index of the given absolute paths.
   *
   * @throws IllegalArgumentException when a path is not absolute, is there twice (with and without
   *     a trailing "/"), or when too many of them collide; the message names one
   */
  public static <V> PathIndex<V> of(Map<String, V> paths) {
    return of(paths, LONGEST_RUN);
  }

  /** An index whose probes read at most {@code longestRun} slots. */
  static <V> PathIndex<V> of(Map<String, V> paths, int longestRun) {
    V root = null;
    List<byte[]> below = new ArrayList<>(paths.size());
    List<V> values = new ArrayList<>(paths.size());
    for (var path : paths.entrySet()) {
      byte[] bytes = bytes(path.getKey());
      V value = Objects.requireNonNull(path.getValue(), "value");
      if (bytes.length > 1) {
        below.add(bytes);
        values.add(value);
      } else {
        root = value;
      }
    }
    for (long seed = 1; seed <= SEEDS; seed++) {
      PathIndex<V> index = new PathIndex<>(root, below, values, seed);
      if (index.table.longestRun() <= longestRun) {
        return index;
      }
    }
    throw new IllegalArgumentException("the hashes of more than " + longestRun + " paths collide");
  }

  private static byte[] bytes(String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("not an absolute path: '" + path + "'");
    }
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * What is known of the deepest entry that is the path or an ancestor of it, or null when there is
   * none.
   *
   * @param path an absolute path
   */
  public @Nullable V lookup(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    int found = tops.mayHold(bytes, maxLength) ? search(bytes) : PathTable.NONE;
    if (found != PathTable.NONE) {
      return values[found];
    }
    return root != null && path.startsWith("/") ? root : null;
  }

  private int search(byte[] path) {
    int end = Math.min(path.length, maxLength);
    long sum = hash.wholeWords(path, end);
    if (end == path.length || path[end] == '/') {
      int found = table.find(hash.finished(sum, path, end), path, end);
      if (found != PathTable.NONE) {
        return found;
      }
    }
    int longer = end;
    for (int i = end - 1; i >= minLength; i--) {
      if (path[i] == '/') {
        sum = hash.trimmed(sum, path, longer, i);
        longer = i;
        int found = table.find(hash.finished(sum, path, i), path, i);
        if (found != PathTable.NONE) {
          return found;
        }
      }
    }
    return PathTable.NONE;
  }
}
