/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.whatif.JobGain;
import io.tierline.ldm.whatif.TierFill;
import io.tierline.ldm.whatif.WhatIf;
import java.util.List;

/**
 * What moves would cost and save.
 *
 * @param complete false where not all blocks could be looked at
 * @param writes what a workflow would write; null where none was asked about
 */
public record WhatIfAnswer(
    boolean complete,
    int moves,
    int skipped,
    long bytes,
    long ssdBytes,
    double copySeconds,
    double throttledSeconds,
    double savedSeconds,
    List<Gain> jobs,
    List<TierFill> tiers,
    List<Write> writes) {

  /** What a job would gain. */
  public record Gain(
      String job, long bytes, double secondsNow, double secondsThen, double savedSeconds) {
    private static Gain of(JobGain gain) {
      return new Gain(
          gain.job(), gain.bytes(), gain.secondsNow(), gain.secondsThen(), gain.savedSeconds());
    }
  }

  /** Where a dataset that is still to be written would be placed. */
  public record Write(
      String path,
      int reusability,
      List<String> media,
      long ssdBytesPerBlock,
      double savedSecondsPerBlock) {}

  static WhatIfAnswer of(boolean complete, WhatIf whatIf, List<Write> writes) {
    return new WhatIfAnswer(
        complete,
        whatIf.moves(),
        whatIf.skipped(),
        whatIf.bytes(),
        whatIf.ssdBytes(),
        whatIf.copySeconds(),
        whatIf.throttledSeconds(),
        whatIf.savedSeconds(),
        whatIf.jobs().stream().map(Gain::of).toList(),
        whatIf.tiers(),
        writes);
  }
}
