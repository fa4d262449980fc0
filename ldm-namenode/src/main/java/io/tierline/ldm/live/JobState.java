/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

/** How far a job is; a later constant is the more final word on one run. */
public enum JobState {
  /** Submitted, and not seen to end. */
  RUNNING,
  /** Stopped by somebody's will: it reads no more. */
  KILLED,
  /**
   * Ended by itself without its result. Such a job is usually run again, so it stays a reader of
   * its inputs for a while.
   */
  FAILED,
  /** Ended with its result: it reads no more. */
  SUCCEEDED;

  /** True when this run is over. */
  public boolean isEnd() {
    return this != RUNNING;
  }

  /** True when the run is over and its inputs are not wanted any more. */
  public boolean releasesInputs() {
    return this == SUCCEEDED || this == KILLED;
  }

  /** What is known after both have been heard, in whichever order. */
  JobState and(JobState other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
