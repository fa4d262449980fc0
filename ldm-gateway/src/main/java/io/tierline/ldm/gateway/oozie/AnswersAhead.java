/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import com.google.common.base.Throwables;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.tierline.ldm.gateway.oozie.OozieLink.Question;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Answers of a server, a few of them asked for before they are wanted. They are wanted in the order
 * in which they were expected; what is passed over is not wanted any more. Used by one thread.
 */
final class AnswersAhead implements Closeable {
  /** Requests under way and answers that nobody has taken yet: more would take room. */
  static final int MOST = 4;

  private final OozieLink link;
  private final ExecutorService threads;
  private final Map<Question, Future<Object>> asked = new LinkedHashMap<>();
  private Iterator<Question> next = Collections.emptyIterator();

  AnswersAhead(OozieLink link) {
    this.link = link;
    this.threads =
        Executors.newFixedThreadPool(
            MOST,
            new ThreadFactoryBuilder()
                .setDaemon(true)
                .setNameFormat("tierline-gateway-oozie-%d")
                .build());
  }

  /** Those are wanted next, in this order, and nothing else that was expected. */
  void expect(Iterable<Question> questions) {
    asked.values().forEach(answer -> answer.cancel(false));
    asked.clear();
    next = questions.iterator();
    askMore();
  }

  private void askMore() {
    while (asked.size() < MOST && next.hasNext()) {
      Question question = next.next();
      asked.computeIfAbsent(question, each -> threads.submit(() -> each.ask(link.as(each.user()))));
    }
  }

  /**
   * The answer to one.
   *
   * @param instead who is asked now if it was not expected
   */
  Object to(Question question, OozieLink instead) throws IOException {
    if (!asked.containsKey(question)) {
      return question.ask(instead);
    }
    Iterator<Map.Entry<Question, Future<Object>>> inOrder = asked.entrySet().iterator();
    Map.Entry<Question, Future<Object>> first = inOrder.next();
    while (!first.getKey().equals(question)) {
      first.getValue().cancel(false);
      inOrder.remove();
      first = inOrder.next();
    }
    Future<Object> answer = first.getValue();
    inOrder.remove();
    askMore();
    return result(answer);
  }

  private static Object result(Future<Object> answer) throws IOException {
    try {
      return answer.get();
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      Throwables.throwIfInstanceOf(cause, IOException.class);
      Throwables.throwIfUnchecked(cause);
      throw new IllegalStateException(cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking Oozie", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
