/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the command refuses, it refuses in one line that says what was meant, or where it stands.
 */
class CommandMistakesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fly                       | tierline: unknown command fly; see ./tierline --help",
        "dmo                       | tierline: unknown command dmo; did you mean demo? see",
        "help dmo                  | tierline: unknown command dmo; did you mean demo? see",
        "--hepl                    | tierline: unknown option --hepl; did you mean --help? see",
        "demo --row 5              | tierline demo: unknown option --row; did you mean --rows? see",
        "demo --rows=many          | tierline demo: Invalid value for option '--rows': 'many' is",
        "demo --rows               | tierline demo: Missing required parameter for option '--rows'",
        "demo --json --rows        | tierline demo: Expected parameter for option '--json' but found",
        "demo fast                 | tierline demo: unknown argument 'fast'; see ./tierline demo",
        "cluster                   | tierline cluster: Missing required subcommand; see ./tierline",
        "cluster starts            | tierline cluster: unknown command starts; did you mean start?",
        "cluster start --stok      | tierline cluster start: unknown option --stok; did you mean",
        "cluster start --datanodes 0 | tierline cluster start: --datanodes is 0: give a number from 1",
        "cluster shell hdfs        | tierline cluster shell: unknown argument 'hdfs'; see ./tierline",
        "ldm-plan                  | tierline ldm-plan: Missing required parameter: 'FILE'",
        "ldm-plan --fron x a.xml   | tierline ldm-plan: unknown option --fron; did you mean --from?",
        "ldm-plan -Da=b --repl 1 a | tierline ldm-plan: unknown option --repl; did you mean --repli",
        "ldm-plan-bench --repeat 1 | tierline ldm-plan-bench: unknown option --repeat; did you mean",
        "ldm-value fast            | tierline ldm-value: unknown argument 'fast'",
        "ldm-sim --contender ldm   | tierline ldm-sim: unknown option --contender; did you mean",
        "rlsm                      | tierline rlsm: Missing required subcommand; see ./tierline rlsm",
        "rlsm fly                  | tierline rlsm: unknown command fly; see",
        "rlsm inspekt              | tierline rlsm: unknown command inspekt; did you mean inspect?",
        "rlsm inspect              | tierline rlsm inspect: Missing required parameter: 'TABLE'",
        "rlsm-sim --seed x         | tierline rlsm-sim: Invalid value for option '--seed': 'x' is",
        "rlsm-reads --states rest  | tierline rlsm-reads: unknown option --states; did you mean --state?",
        "jmh A B                   | tierline jmh: more than one pattern is given; see",
        "bid-sim                   | tierline bid-sim: give either --trace FILE… or --workload",
        "bid-sim --trace a --seed x | tierline bid-sim: --seed is 'x': give a whole number from 0",
        "bid-accept --policy noop  | tierline bid-accept: unknown option --policy; ",
        "bid-delta check           | tierline bid-delta: Missing required parameter: 'FILE'",
        "bid-disk                  | tierline bid-disk: Missing required options",
        "bid-accept --no-bnech     | tierline bid-accept: unknown option --no-bnech; did you mean",
        "bid-bench fast            | tierline bid-bench: unknown argument 'fast'",
        "bid-record                | tierline bid-record: Missing required options",
        "bid-record --device a --out b --secs 1 | tierline bid-record: unknown option --secs; did you",
        "bid-record --device a --out b c | tierline bid-record: unknown argument 'c'",
        "nn-bench --repeats        | tierline nn-bench: Missing required parameter for option",
        "nn-bench fast             | tierline nn-bench: unknown argument 'fast'",
        "ycsb --engine             | tierline ycsb: Missing required parameter for option '--engine'",
        "ycsb fast                 | tierline ycsb: unknown argument 'fast'",
        "test --fast --extended    | tierline test: ",
      })
  void mistakeIsOneLine(String arguments, String message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Tierline.ofAll(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
            .run(arguments.strip().split(" +"));
    assertThat(err.toString(UTF_8)).startsWith(message).hasLineCount(1);
    assertThat(err.toString(UTF_8)).contains("see ./tierline");
    assertThat(status).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
  }
}
