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

import io.tierline.ldm.gateway.oozie.OozieLink.Question;
import io.tierline.ldm.gateway.oozie.OozieLink.UnknownJobException;
import io.tierline.ldm.gateway.oozie.OozieLink.What;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AskedAheadTest {
  private final Server server = new Server("", new ConcurrentLinkedQueue<>(), new Semaphore(1_000));
  private final AskedAhead link = new AskedAhead(server);

  /** Answers each request with its own words, as far as it is let. */
  private record Server(String user, Queue<String> asked, Semaphore mayAnswer)
      implements OozieLink {
    @Override
    public OozieLink as(String whom) {
      return new Server(whom, asked, mayAnswer);
    }

    private String answer(String what) throws IOException {
      asked.add(what + user);
      mayAnswer.acquireUninterruptibly();
      if (what.endsWith(" gone")) {
        throw new UnknownJobException(what);
      }
      if (what.endsWith(" broken")) {
        throw new NoClassDefFoundError(what);
      }
      return what + user;
    }

    @Override
    public String running(int offset, int length) throws IOException {
      return answer("running ");
    }

    @Override
    public String coordinators(int offset, int length) throws IOException {
      return answer("coordinators ");
    }

    @Override
    public String coordinator(String id) throws IOException {
      return answer("coordinator " + id);
    }

    @Override
    public String info(String id) throws IOException {
      return answer("info " + id);
    }

    @Override
    public byte[] definition(String id) throws IOException {
      return answer("definition " + id).getBytes(StandardCharsets.UTF_8);
    }
  }

  @AfterEach
  void close() {
    server.mayAnswer().release(1_000);
    link.close();
  }

  private static Question info(String id) {
    return new Question(What.WORKFLOW, id, "");
  }

  private static List<Question> infos(int count) {
    return IntStream.range(0, count).mapToObj(i -> info("W" + i)).toList();
  }

  @Test
  void whatIsExpectedIsAskedOnceAndAnsweredAsItIs() throws Exception {
    link.expect(
        List.of(
            new Question(What.COORDINATOR, "1-C", " by ann"),
            new Question(What.DEFINITION, "1-C", " by ann"),
            info("2-W")));
    OozieLink ann = link.as(" by ann");
    assertThat(ann.coordinator("1-C")).isEqualTo("coordinator 1-C by ann");
    assertThat(ann.definition("1-C")).asString().isEqualTo("definition 1-C by ann");
    assertThat(link.info("2-W")).isEqualTo("info 2-W");
    assertThat(server.asked()).hasSize(3);
  }

  @Test
  void whatIsNotExpectedIsAskedNow() throws Exception {
    link.expect(infos(2));
    assertThat(link.coordinator("1-C")).isEqualTo("coordinator 1-C");
    assertThat(link.running(1, 1)).isEqualTo("running ");
    assertThat(link.coordinators(1, 1)).isEqualTo("coordinators ");
    assertThat(link.as("ann").info("W0")).as("in another's name").isEqualTo("info W0ann");
    assertThat(link.info("W0")).isEqualTo("info W0");
    assertThat(link.info("W1")).isEqualTo("info W1");
    assertThat(link.info("W1")).as("once more").isEqualTo("info W1");
    assertThat(server.asked()).filteredOn("info W1"::equals).hasSize(2);
  }

  @Test
  void fewRequestsAreUnderWay() throws Exception {
    server.mayAnswer().drainPermits();
    link.expect(infos(100));
    while (server.asked().size() < AnswersAhead.MOST) {
      Thread.onSpinWait();
    }
    server.mayAnswer().release(100);
    for (int i = 0; i < 100; i++) {
      assertThat(server.asked()).hasSizeLessThanOrEqualTo(i + AnswersAhead.MOST);
      assertThat(link.info("W" + i)).isEqualTo("info W" + i);
    }
    assertThat(server.asked()).hasSize(100);
  }

  @Test
  void severalAreUnderWayAtATime() throws Exception {
    server.mayAnswer().drainPermits();
    link.expect(infos(AnswersAhead.MOST));
    while (server.asked().size() < AnswersAhead.MOST) {
      Thread.onSpinWait();
    }
    server.mayAnswer().release(AnswersAhead.MOST);
    assertThat(link.info("W0")).isEqualTo("info W0");
  }

  @Test
  void whatIsPassedOverIsNotWaitedFor() throws Exception {
    link.expect(infos(50));
    assertThat(link.info("W2")).isEqualTo("info W2");
    assertThat(link.info("W0")).as("asked anew").isEqualTo("info W0");
    assertThat(link.info("W3")).isEqualTo("info W3");
    link.expect(List.of(info("other")));
    assertThat(link.info("other")).isEqualTo("info other");
    assertThat(server.asked()).hasSizeLessThan(20);
  }

  @Test
  void whatFailsFailsWhenItIsWanted() throws Exception {
    link.expect(List.of(info("gone"), info("broken"), info("there")));
    assertThatExceptionOfType(UnknownJobException.class).isThrownBy(() -> link.info("gone"));
    assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(() -> link.info("broken"));
    assertThat(link.info("there")).isEqualTo("info there");
  }

  @Test
  void whoIsInterruptedWaitsNoLonger() throws Exception {
    server.mayAnswer().drainPermits();
    link.expect(infos(1));
    CountDownLatch ended = new CountDownLatch(1);
    Thread waiting =
        new Thread(
            () -> {
              assertThatExceptionOfType(IOException.class)
                  .isThrownBy(() -> link.info("W0"))
                  .withMessageContaining("interrupted");
              assertThat(Thread.interrupted()).isTrue();
              ended.countDown();
            });
    waiting.start();
    waiting.interrupt();
    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
  }
}
