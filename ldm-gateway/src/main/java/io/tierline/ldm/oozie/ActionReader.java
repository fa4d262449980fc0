/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

/** Finds what one kind of action reads and writes. */
@FunctionalInterface
interface ActionReader {
  /** Adds to the scope what the action states, and what it names without saying why. */
  void read(ActionScope scope);
}
