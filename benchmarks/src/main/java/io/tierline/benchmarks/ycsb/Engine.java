/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.cli.Keyed;
import io.tierline.cli.measure.Choice;
import java.util.LinkedHashMap;
import java.util.Map;

/** A store engine, as a table descriptor asks for it. */
public enum Engine implements Keyed {
  /** HBase's own, with all defaults: Exploring compaction. */
  STOCK("org.apache.hadoop.hbase.regionserver.DefaultStoreEngine") {
    @Override
    void add(Map<String, String> values, long flushBytes, long dataBytes) {}
  },

  /**
   * HBase's own, as somebody sets it up who knows that much is written: flushes do not wait for
   * compactions before {@value #LEAST_BLOCKING_FILES} files are there, and a compaction may take
   * {@value #TUNED_MOST_FILES} of them at once, so that one that has fallen behind catches up in
   * one go.
   */
  TUNED("org.apache.hadoop.hbase.regionserver.DefaultStoreEngine") {
    @Override
    void add(Map<String, String> values, long flushBytes, long dataBytes) {
      values.put(BLOCKING_KEY, Long.toString(LEAST_BLOCKING_FILES));
      values.put("hbase.hstore.compaction.max", Long.toString(TUNED_MOST_FILES));
    }
  },

  /**
   * HBase's stripes, set up as its documentation advises for a known amount of uniform keys: from
   * the beginning as many stripes as there will be, so that no data is rewritten to split one; and
   * flushes into stripes, not into a Level 0 that would be written once more.
   *
   * <p>A stripe is to hold {@value #FLUSHES_PER_STRIPE} flushes' worth (the documentation's 1 GB
   * and more for flushes of 128 MB, rounded up). Every flush writes a file per stripe, so more than
   * {@value #MOST_STRIPES} would drown the store in small files; stripes grow instead. A stripe
   * splits at twice the size it is expected to reach: keys that are not uniform still split it,
   * uniform ones never do. {@value #LEAST_BLOCKING_FILES} files, the documentation's figure, or
   * {@value #FILES_PER_STRIPE} per stripe may be there before flushes wait: the limit counts files
   * of the whole store, and its default of 16 is for a single stripe. As many files of a stripe may
   * be compacted at once as with {@link #TUNED}.
   */
  STRIPE("org.apache.hadoop.hbase.regionserver.StripeStoreEngine") {
    @Override
    void add(Map<String, String> values, long flushBytes, long dataBytes) {
      long wanted = dataBytes / (FLUSHES_PER_STRIPE * flushBytes);
      long stripes = Math.min(MOST_STRIPES, Math.max(1, wanted));
      long expected = Math.max(dataBytes / stripes, FLUSHES_PER_STRIPE * flushBytes);
      values.put("hbase.store.stripe.initialStripeCount", Long.toString(stripes));
      values.put("hbase.store.stripe.sizeToSplit", Long.toString(2 * expected));
      long blocking = Math.max(LEAST_BLOCKING_FILES, FILES_PER_STRIPE * stripes);
      values.put(BLOCKING_KEY, Long.toString(blocking));
      values.put("hbase.store.stripe.compaction.maxFiles", Long.toString(TUNED_MOST_FILES));
    }
  },

  /**
   * Ours, with all defaults. So is the size from which HBase takes a compaction for a large one,
   * which {@link Server} scales for the others: where nobody has set it, RLSM goes by the size of
   * flushes itself.
   */
  RLSM("io.tierline.rlsm.hbase.RlsmStoreEngine") {
    @Override
    void add(Map<String, String> values, long flushBytes, long dataBytes) {
      values.put("hbase.regionserver.thread.compaction.throttle", Long.toString(THROTTLE_BYTES));
    }
  };

  private static final long FLUSHES_PER_STRIPE = 10;
  private static final long MOST_STRIPES = 12;
  private static final long FILES_PER_STRIPE = 16;
  private static final long LEAST_BLOCKING_FILES = 100;
  private static final long TUNED_MOST_FILES = 20;

  /** HBase's default. */
  private static final long THROTTLE_BYTES = 2_684_354_560L;

  private static final String BLOCKING_KEY = "hbase.hstore.blockingStoreFiles";
  private static final String KEY = "hbase.hstore.engine.class";

  private final String implementation;

  Engine(String implementation) {
    this.implementation = implementation;
  }

  abstract void add(Map<String, String> values, long flushBytes, long dataBytes);

  /** The engine with that key. */
  public static Engine of(String key) {
    return Keyed.of(Engine.class, key);
  }

  /**
   * The engines as an option.
   *
   * @param unlessGiven keys
   * @param before what is said before the engines are explained, and
   * @param after what after that
   */
  public static Choice<Engine> choice(String unlessGiven, String before, String after) {
    return Choice.of(
        "--engine",
        unlessGiven,
        Engine::of,
        "Any of stock, tuned, stripe, rlsm (default: ${DEFAULT-VALUE}); "
            + before
            + "tuned is stock with 100 blocking files and up to 20 files a compaction"
            + after
            + ".");
  }

  /**
   * The values of a table's descriptor.
   *
   * @param flushBytes size of the memstore at a flush
   * @param dataBytes what a region's store will be loaded with
   */
  public Map<String, String> descriptorValues(long flushBytes, long dataBytes) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(KEY, implementation);
    add(values, flushBytes, dataBytes);
    return values;
  }
}
