/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import io.tierline.ldm.namenode.LineageBlockPlacementPolicy;
import java.util.List;
import org.junit.runners.Parameterized;

/** HDFS's own TestReplicationPolicyConsiderLoad, which names the policies it tests, with ours. */
public class LineageReplicationPolicyConsiderLoad extends TestReplicationPolicyConsiderLoad {
  /** Called by JUnit with the name of the policy. */
  public LineageReplicationPolicyConsiderLoad(String policy) {
    super(policy);
  }

  /** Hides the policies that the class itself names. */
  @Parameterized.Parameters
  public static Iterable<Object[]> data() {
    return List.<Object[]>of(new Object[] {LineageBlockPlacementPolicy.class.getName()});
  }
}
