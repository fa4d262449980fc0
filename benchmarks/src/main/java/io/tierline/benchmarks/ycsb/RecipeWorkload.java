/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import site.ycsb.DB;
import site.ycsb.RandomByteIterator;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** YCSB's core workload with the recipes' rows: keys of a fixed length, one field. */
final class RecipeWorkload extends CoreWorkload {
  /**
   * YCSB sizes the range of keys for the inserts to come; phases end by time, so this is a guess.
   */
  private static final int OPERATIONS_EXPECTED = 10_000;

  private static final String FIELD = "field0";

  /** The fractions of the writes that take an earlier row, and that delete it. */
  private double earlier;

  private double deletes;

  /**
   * A load that is ready to run.
   *
   * @param recipe says which writes replace or delete a row
   */
  static RecipeWorkload load(String table, Recipe recipe) throws WorkloadException {
    RecipeWorkload workload = of(table, Integer.MAX_VALUE, new Properties());
    workload.earlier = recipe.overwrites() + recipe.deletes();
    workload.deletes = recipe.deletes();
    return workload;
  }

  /**
   * A workload that is ready to run.
   *
   * @param rows in the table, or to load
   * @param more its properties
   */
  static RecipeWorkload of(String table, long rows, Properties more) throws WorkloadException {
    Properties all = new Properties();
    all.putAll(more);
    all.setProperty("table", table);
    all.setProperty("recordcount", Long.toString(rows));
    all.setProperty("operationcount", Integer.toString(OPERATIONS_EXPECTED));
    all.setProperty("fieldcount", "1");
    all.setProperty("fieldlength", Integer.toString(Rows.VALUE_BYTES));
    // The constructor asks for YCSB's own measurements, which want properties first.
    Measurements.setProperties(all);
    RecipeWorkload workload = new RecipeWorkload();
    workload.init(all);
    return workload;
  }

  /** Rows in the table now, those inserted meanwhile included. */
  long rows() {
    return transactioninsertkeysequence.lastValue() + 1;
  }

  @Override
  public boolean doInsert(DB db, Object threadState) {
    if (deletes == 0) {
      return super.doInsert(db, threadState);
    }
    long number = keysequence.nextValue().longValue();
    String key = buildKeyName(number);
    return (deletes(number)
            ? db.delete(table, key)
            : db.insert(table, key, Map.of(FIELD, new RandomByteIterator(Rows.VALUE_BYTES))))
        .isOk();
  }

  /** Write {@code number} takes the key of an earlier row that it draws, if it is to. */
  @Override
  protected String buildKeyName(long number) {
    return Rows.key(earlier > 0 ? rowOf(number) : number);
  }

  /** Whether a write takes away a row. */
  boolean deletes(long number) {
    return number > 0 && chance(number) < deletes;
  }

  /** It depends on the number alone, so that every engine is given the same writes. */
  private static double chance(long number) {
    return new SplittableRandom(number).nextDouble();
  }

  /**
   * The row of a write: its own, or that of an earlier write that was of its own, each with the
   * same chance.
   */
  private long rowOf(long number) {
    SplittableRandom random = new SplittableRandom(number);
    if (number == 0 || random.nextDouble() >= earlier) {
      return number;
    }
    long row = random.nextLong(number);
    while (row > 0 && chance(row) < earlier) {
      row = random.nextLong(number);
    }
    return row;
  }
}
