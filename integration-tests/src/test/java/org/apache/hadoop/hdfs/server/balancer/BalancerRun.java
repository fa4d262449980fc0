/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.balancer;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;

/** Runs the Balancer, whose command is not public, as an operator does. */
public final class BalancerRun {
  private BalancerRun() {}

  /**
   * Balances to within one percent.
   *
   * @return the exit code
   */
  public static int once(Configuration conf) throws Exception {
    return ToolRunner.run(conf, new Balancer.Cli(), new String[] {"-threshold", "1"});
  }
}
