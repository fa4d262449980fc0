/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.cli.Arguments;
import io.tierline.cli.measure.Amount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Mixed into rlsm-reads: what is put to the tables. */
@Command
final class LoadOptions {

  final Amount dataMegabytes =
      Amount.whole("--data-mb N", 256, 1, 100_000, "Rows of 1 KB put to each table");
  final Amount flushMegabytes =
      Amount.whole("--flush-mb N", 2, 1, 1000, "Size of a memstore at a flush");
  final Amount rate =
      Amount.whole(
          "--rate N", 500, 1, 1_000_000, "Rows a second to each table in the state loading");

  @Mixin private final CommandSpec all = Amount.mixin(dataMegabytes, flushMegabytes, rate);

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    Amount.check(given, dataMegabytes, flushMegabytes, rate);
  }
}
