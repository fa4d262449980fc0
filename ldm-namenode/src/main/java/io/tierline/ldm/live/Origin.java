/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import java.util.Locale;

/**
 * Where knowledge of a job comes from, the most specific first: where two origins disagree, the
 * earlier one is believed.
 */
public enum Origin {
  /** Somebody registered it and answers for it. */
  REGISTERED,
  /** The configuration that the job was really submitted with. */
  YARN,
  /** What the running job's own integration reports. */
  OPENLINEAGE,
  /** What a workflow definition says will run. */
  OOZIE,
  /** What a coordinator says will run at a time that has not come, or waits for its data. */
  SCHEDULED,
  /** Only named so far, by a job that says what comes after it. */
  ANNOUNCED,
  /** It came last time. */
  PREDICTED;

  /** True while nobody has seen the job itself. */
  public boolean isExpected() {
    return this == SCHEDULED || this == ANNOUNCED || this == PREDICTED;
  }

  /** The name in REST and logs. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
