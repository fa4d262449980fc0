/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.oozie.OozieLink.UnknownJobException;
import io.tierline.ldm.gateway.tell.Later;
import io.tierline.ldm.lineage.LineageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OozieTriesTest {
  private final GatewayMetrics metrics = GatewayMetrics.create();
  private final OozieTries tries = new OozieTries("workflow", metrics);
  private final List<String> done = new ArrayList<>();

  private void at(String id, OozieTries.Step look) throws IOException {
    tries.at(id, look, gone -> done.add("gone " + gone));
  }

  private static void fail(String id) throws IOException {
    throw new IOException("no answer for " + id);
  }

  @Test
  void whatIsWrongWithOneStopsNoOther() throws IOException {
    at(
        "a",
        id -> {
          throw new UnknownJobException(id);
        });
    at(
        "b",
        id -> {
          throw new LineageException("not readable");
        });
    at("c", OozieTriesTest::fail);
    at("d", done::add);
    assertThat(done).containsExactly("gone a", "d");
    assertThat(metrics.oozieWorkflowsRefused.value()).isEqualTo(1);
    assertThat(metrics.ooziePollsFailed.value()).isEqualTo(1);
  }

  @Test
  void busyAnswersForOneUserAreNoOutageForAll() throws IOException {
    for (int i = 0; i < 5; i++) {
      at(
          "busy" + i,
          id -> {
            throw Later.of(false);
          });
    }
    tries.at(
        "gone",
        id -> {
          throw new UnknownJobException(id);
        },
        id -> {
          throw Later.of(false);
        });
    at("d", done::add);
    assertThat(done).containsExactly("d");
    assertThat(metrics.ooziePollsFailed.value()).isZero();
  }

  @Test
  void theThirdRequestThatFailsInARowEndsTheLook() throws IOException {
    at("a", OozieTriesTest::fail);
    at("b", OozieTriesTest::fail);
    at("c", done::add);
    at("d", OozieTriesTest::fail);
    at("e", OozieTriesTest::fail);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> at("f", OozieTriesTest::fail))
        .withMessage("no answer for f");
    tries.begin();
    at("a", OozieTriesTest::fail);
    at("b", OozieTriesTest::fail);
    assertThat(metrics.ooziePollsFailed.value()).isEqualTo(7);
  }
}
