/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import java.io.Closeable;
import java.io.IOException;

/**
 * A server that is asked for what comes next while the answers before are worked on: a look at a
 * hundred coordinators is hundreds of requests. What fails fails when its answer is wanted. Used by
 * one thread.
 */
final class AskedAhead implements OozieLink, Closeable {
  private final OozieLink link;
  private final String user;
  private final AnswersAhead answers;

  /** Asks over that link. */
  AskedAhead(OozieLink link) {
    this(link, "", new AnswersAhead(link));
  }

  private AskedAhead(OozieLink link, String user, AnswersAhead answers) {
    this.link = link;
    this.user = user;
    this.answers = answers;
  }

  @Override
  public void expect(Iterable<Question> questions) {
    answers.expect(questions);
  }

  @Override
  public OozieLink as(String whom) {
    return new AskedAhead(link.as(whom), whom, answers);
  }

  @Override
  public String running(int offset, int length) throws IOException {
    return link.running(offset, length);
  }

  @Override
  public String coordinators(int offset, int length) throws IOException {
    return link.coordinators(offset, length);
  }

  @Override
  public String coordinator(String id) throws IOException {
    return text(What.COORDINATOR, id);
  }

  @Override
  public String info(String id) throws IOException {
    return text(What.WORKFLOW, id);
  }

  private String text(What what, String id) throws IOException {
    return (String) answers.to(new Question(what, id, user), link);
  }

  @Override
  public byte[] definition(String id) throws IOException {
    return (byte[]) answers.to(new Question(What.DEFINITION, id, user), link);
  }

  @Override
  public void close() {
    answers.close();
  }
}
