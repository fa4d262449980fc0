/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;

class StatusesTest {
  @Test
  void kindComesBeforeWhatItIsAKindOf() {
    assertThat(Statuses.of(new StateUnavailableException("loading"))).isEqualTo(503);
    assertThat(Statuses.of(new LineageException("circle"))).isEqualTo(400);
  }

  @Test
  void callersMistakesAreNotTheServers() {
    assertThat(Statuses.of(new AccessControlException("no"))).isEqualTo(403);
    assertThat(Statuses.of(new FileNotFoundException("gone"))).isEqualTo(404);
    assertThat(Statuses.of(new HttpError(415, "send JSON"))).isEqualTo(415);
  }

  @Test
  void whatNobodyThoughtOfIsTheServers() {
    assertThat(Statuses.of(new IOException("disk"))).isEqualTo(500);
    assertThat(Statuses.of(new OutOfMemoryError("heap"))).isEqualTo(500);
  }

  @Test
  void whatTookTooLongMayBeAskedAgain() {
    assertThat(Statuses.of(new WorkTime.OverException())).isEqualTo(503);
    assertThat(Statuses.retryAfterSeconds(new WorkTime.OverException())).isPositive();
    assertThat(Statuses.retryAfterSeconds(new IOException("disk"))).isZero();
  }
}
