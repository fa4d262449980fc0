/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

/**
 * Something the demo promises.
 *
 * @param contender whose run it is about; "all" when about all of them together
 * @param passed whether it held
 * @param promise what was to hold
 * @param observed what was seen, with numbers
 */
record Check(String contender, boolean passed, String promise, String observed) {
  /** The promise with whose it is. */
  String title() {
    return contender + ": " + promise;
  }
}
