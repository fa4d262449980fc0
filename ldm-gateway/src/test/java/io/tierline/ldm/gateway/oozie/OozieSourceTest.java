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
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.run.OozieBoard;
import io.tierline.ldm.state.MemoryStore;
import java.net.URI;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OozieSourceTest {
  private static final String NOTHING = "{\"workflows\":[]}";

  private final GatewayMetrics metrics = GatewayMetrics.create();
  private final OozieLink link = mock(OozieLink.class);
  private final OoziePoller.Sink sink = mock(OoziePoller.Sink.class);

  @BeforeEach
  void nameTheTerm() throws Exception {
    when(sink.term()).thenReturn(new OoziePoller.Term("1", Long.MAX_VALUE));
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  private OozieSource source(long interval) {
    OozieSettings settings =
        new OozieSettings(
            URI.create("http://oozie:11000/oozie/"),
            interval,
            1_000,
            150,
            1 << 20,
            false,
            new OozieSettings.Coordinators(0, 86_400_000, 0));
    ObservedRuns observed = new ObservedRuns();
    OoziePoller poller =
        new OoziePoller(
            new OozieParts(
                link,
                sink,
                (path, user, most) -> new byte[0],
                observed,
                new ToldJobs(new MemoryStore()),
                settings,
                100_000,
                metrics,
                () -> 5,
                () -> Instant.EPOCH));
    return new OozieSource(
        settings,
        new OozieBoard(),
        new OozieSource.Followed(
            poller,
            new KeptRuns(observed, new MemoryStore()),
            new ReadOnce<>(new UsersFiles(new Configuration())),
            () -> {}),
        metrics);
  }

  @Test
  void errorOfOneLookIsShownUntilTheNext() throws Exception {
    when(link.running(anyInt(), anyInt())).thenThrow(new StackOverflowError()).thenReturn(NOTHING);
    OozieSource source = source(7);
    assertThat(source.look()).isEqualTo(7);
    assertThat(source.problem()).contains("StackOverflowError");
    assertThat(metrics.ooziePollsFailed.value()).isEqualTo(1);
    source.look();
    assertThat(source.problem()).isEmpty();
  }

  @Test
  void errorOfOneLookDoesNotEndTheThread() throws Exception {
    CountDownLatch again = new CountDownLatch(1);
    when(link.running(anyInt(), anyInt()))
        .thenThrow(new StackOverflowError())
        .thenAnswer(
            asked -> {
              again.countDown();
              return NOTHING;
            });
    try (OozieSource source = source(1)) {
      source.start();
      assertThat(again.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void programThatIsNotWholeStopsTheSourceAndSaysSo() throws Exception {
    CompletableFuture<Thread> asking = new CompletableFuture<>();
    when(link.running(anyInt(), anyInt()))
        .thenAnswer(
            asked -> {
              asking.complete(Thread.currentThread());
              throw new NoClassDefFoundError("some/Part");
            });
    try (OozieSource source = source(3_600_000)) {
      source.start();
      Thread thread = asking.get(60, TimeUnit.SECONDS);
      thread.join(60_000);
      assertThat(thread.isAlive()).isFalse();
      assertThat(source.problem()).contains("some/Part");
    }
  }
}
