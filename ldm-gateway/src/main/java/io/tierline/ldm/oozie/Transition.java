/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

/**
 * One way out of a node of a definition.
 *
 * @param to the name of the node it leads to
 * @param line where it is written
 * @param onError true when it is taken only after a failure
 */
record Transition(String to, int line, boolean onError) {
  Transition afterFailure() {
    return new Transition(to, line, true);
  }
}
