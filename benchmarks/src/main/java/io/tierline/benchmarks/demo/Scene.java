/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.cli.Keyed;

/** What happens on the cluster while the chain runs. */
enum Scene implements Keyed {
  /** Nothing else, and the fast tier has room to spare. */
  ALONE("The chain"),
  /** Other jobs run, at the source's phases, and the fast tier is small. */
  BESIDE("Beside other jobs on a small fast tier, the chain");

  private final String subject;

  Scene(String subject) {
    this.subject = subject;
  }

  /** What a sentence about its times begins with. */
  String subject() {
    return subject;
  }

  /** Who ran, and in which scene where it is not the first. */
  String title(String who) {
    return this == ALONE ? who : who + " beside others";
  }

  /** The scene with that key. */
  static Scene of(String key) {
    return Keyed.of(Scene.class, key);
  }
}
