/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.graph.Vertex;

/** How large what jobs write will be. */
@FunctionalInterface
public interface ExpectedOutput {
  /** Nobody has seen the jobs before: each is taken to write as much as it reads. */
  ExpectedOutput AS_INPUT = (vertex, input) -> input;

  /**
   * The size of a dataset when the last of its writers has ended.
   *
   * @param vertex what is being written, or will be
   * @param input what those of its writers that have not ended read, in bytes; 0 where they read
   *     nothing or nothing of it is there
   * @return bytes; 0 where nothing is known
   */
  double bytes(Vertex vertex, double input);
}
