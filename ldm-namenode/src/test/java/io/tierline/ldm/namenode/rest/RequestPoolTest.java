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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.namenode.config.RequestBounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestPoolTest {
  private static final long LONG = 600_000;

  private final CountDownLatch end = new CountDownLatch(1);
  private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private RequestPool pool;

  @AfterEach
  void close() {
    end.countDown();
    waiting.forEach(CompletableFuture::join);
    pool.close();
  }

  private RequestPool pool(RequestBounds bounds) {
    return new RequestPool(bounds, nanos::get);
  }

  /** A request that lasts until the test ends it. */
  private void occupy(String user) throws IOException {
    pool.enter(user, false);
    waiting.add(
        CompletableFuture.runAsync(
            () -> {
              try {
                pool.run(
                    user,
                    () -> {
                      end.await();
                      return null;
                    });
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            },
            work -> new Thread(work).start()));
  }

  private static int status(Throwable refused) {
    return Statuses.of(refused);
  }

  @Test
  void oneUserHasSoManyRequestsAndOthersHaveTheirOwn() throws Exception {
    pool = pool(new RequestBounds(2, 8, 2, LONG));
    occupy("eve");
    occupy("eve");
    assertThatThrownBy(() -> pool.enter("eve", false))
        .satisfies(refused -> assertThat(status(refused)).isEqualTo(429))
        .hasMessageContaining("eve has 2 requests under way");
    pool.enter("ann", false);
    pool.leave("ann");
    pool.enter("eve", true);
    pool.leave("eve");
  }

  @Test
  void whatDoesNotFitIsTurnedAwayAndToldWhenToComeAgain() throws Exception {
    pool = pool(new RequestBounds(1, 2, 9, LONG));
    for (String user : List.of("a", "b", "c")) {
      occupy(user);
    }
    assertThatThrownBy(() -> pool.enter("d", true))
        .satisfies(
            refused -> {
              assertThat(status(refused)).isEqualTo(503);
              assertThat(((HttpError) refused).retryAfterSeconds()).isPositive();
            });
    end.countDown();
    waiting.forEach(CompletableFuture::join);
    assertThat(pool.inside()).isZero();
  }

  @Test
  void whatWaitsTooLongIsGivenUpAndNeverBegun() throws Exception {
    pool = pool(new RequestBounds(1, 2, 9, 100));
    CountDownLatch begun = new CountDownLatch(1);
    pool.enter("eve", false);
    CompletableFuture<Throwable> first =
        CompletableFuture.supplyAsync(
            () -> thrownBy("eve", begun), work -> new Thread(work).start());
    begun.await();
    AtomicBoolean isDone = new AtomicBoolean();
    pool.enter("ann", false);
    assertThatThrownBy(
            () ->
                pool.run(
                    "ann",
                    () -> {
                      isDone.set(true);
                      return null;
                    }))
        .satisfies(refused -> assertThat(status(refused)).isEqualTo(503));
    assertThat(status(first.join())).isEqualTo(503);
    // The one that was begun is inside until it has ended, though nobody waits for it.
    assertThat(pool.inside()).isEqualTo(1);
    end.countDown();
    pool.enter("bob", false);
    assertThat(pool.<Boolean>run("bob", Thread.currentThread()::isInterrupted)).isFalse();
    assertThat(isDone).isFalse();
  }

  private Throwable thrownBy(String user, CountDownLatch begun) {
    try {
      pool.run(
          user,
          () -> {
            begun.countDown();
            end.await();
            return null;
          });
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  @Test
  void workWhoseTimeIsOverEndsAtTheNextCheck() throws Exception {
    pool = pool(new RequestBounds(1, 0, 9, LONG));
    pool.enter("eve", false);
    assertThatThrownBy(
            () ->
                pool.run(
                    "eve",
                    () -> {
                      nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(LONG));
                      WorkTime.check();
                      nanos.incrementAndGet();
                      WorkTime.check();
                      return null;
                    }))
        .satisfies(refused -> assertThat(status(refused)).isEqualTo(503));
    assertThat(nanos).hasValue(TimeUnit.MILLISECONDS.toNanos(LONG) + 1);
    assertThat(pool.inside()).isZero();
    WorkTime.check();
  }

  @Test
  void whatTheWorkThrowsIsThrown() throws Exception {
    pool = pool(new RequestBounds(1, 0, 9, LONG));
    for (Throwable thrown :
        List.of(new IOException("a"), new IllegalStateException("b"), new StackOverflowError())) {
      pool.enter("eve", false);
      assertThatThrownBy(
              () ->
                  pool.run(
                      "eve",
                      () -> {
                        if (thrown instanceof Error error) {
                          throw error;
                        }
                        throw (Exception) thrown;
                      }))
          .isSameAs(thrown);
      assertThat(pool.inside()).isZero();
    }
  }
}
