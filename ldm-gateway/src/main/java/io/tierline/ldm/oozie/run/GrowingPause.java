/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import java.time.Duration;

/** When to try again what has failed: after a minute, and later each time, up to an hour. */
public final class GrowingPause {
  /** The shortest pause. */
  public static final Duration FIRST = Duration.ofMinutes(1);

  /** The longest one. */
  public static final Duration LONGEST = Duration.ofHours(1);

  private long pause;
  private long next;

  /** It was tried, and is tried again after the shortest pause. */
  public void begin(long millis) {
    pause = FIRST.toMillis();
    next = millis + pause;
  }

  /** It was tried again, in vain. */
  public void failed(long millis) {
    pause = Math.min(2 * pause, LONGEST.toMillis());
    next = millis + pause;
  }

  /** True once the pause has passed. */
  public boolean isDue(long millis) {
    return millis >= next;
  }
}
