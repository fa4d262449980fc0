/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tierline.testing.RunSeed;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RunSeedProperties {

  @Property(tries = 1)
  void propertyDrawsTheSameInEveryRun(@ForAll Random random) {
    assumeThat(System.getProperty(RunSeed.PROPERTY)).isNull();
    assertThat(random.nextLong()).isEqualTo(-2388082202759525851L);
  }
}
