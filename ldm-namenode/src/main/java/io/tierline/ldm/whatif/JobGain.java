/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.whatif;

/**
 * What moves mean to a job that is still to run: the seconds that its tasks take together to read
 * their blocks.
 *
 * @param job workflow and name
 * @param bytes what it reads of the datasets looked at
 * @param secondsNow seconds of reading with the replicas where they are
 * @param secondsThen the same after the moves
 */
public record JobGain(String job, long bytes, double secondsNow, double secondsThen) {
  /** Seconds saved; below 0 when the moves take fast replicas from the job. */
  public double savedSeconds() {
    return secondsNow - secondsThen;
  }

  JobGain plus(long moreBytes, double now, double then) {
    return new JobGain(job, bytes + moreBytes, secondsNow + now, secondsThen + then);
  }
}
