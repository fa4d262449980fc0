/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import java.io.IOException;

/** Oozie's web services, as the poller asks them. */
interface OozieLink {
  /**
   * This server, asked in a user's name where the gateway is to speak for users.
   *
   * @param user whose job it is about; "" when that is not known
   */
  default OozieLink as(String user) {
    return this;
  }

  /** A kind of request about one job. */
  enum What {
    /** {@link OozieLink#coordinator}. */
    COORDINATOR,
    /** {@link OozieLink#info}. */
    WORKFLOW,
    /** {@link OozieLink#definition}. */
    DEFINITION
  }

  /**
   * One request about one job.
   *
   * @param user in whose name, as {@link #as} has it
   */
  record Question(What what, String id, String user) {
    /** The answer, over a link that asks in the user's name. */
    Object ask(OozieLink link) throws IOException {
      return switch (what) {
        case COORDINATOR -> link.coordinator(id);
        case WORKFLOW -> link.info(id);
        case DEFINITION -> link.definition(id);
      };
    }
  }

  /**
   * Says what is asked for next, in that order; what was said before and not asked for is not asked
   * for any more. What was not said can be asked for as well.
   */
  default void expect(Iterable<Question> questions) {}

  /** Actions of one coordinator, the earliest, that an answer tells of. */
  int ACTIONS_MOST = 200;

  /** The server answers that it does not know the job. */
  final class UnknownJobException extends IOException {
    private static final long serialVersionUID = 1L;

    UnknownJobException(String message) {
      super(message);
    }
  }

  /**
   * One page of the ids of workflows that are not at their end, as JSON.
   *
   * @param offset the first, from 1
   * @param length how many at the most
   */
  String running(int offset, int length) throws IOException;

  /**
   * One page of the ids of coordinators that make actions, as JSON.
   *
   * @param offset the first, from 1
   * @param length how many at the most
   */
  String coordinators(int offset, int length) throws IOException;

  /**
   * A coordinator with the actions that it has made and that have not ended, as JSON; at most
   * {@link #ACTIONS_MOST} of them, the earliest.
   *
   * @throws UnknownJobException when the server knows no such job
   */
  String coordinator(String id) throws IOException;

  /**
   * A workflow with its actions, as JSON.
   *
   * @throws UnknownJobException when the server knows no such job
   */
  String info(String id) throws IOException;

  /**
   * A workflow's or coordinator's definition, as it was submitted.
   *
   * @throws UnknownJobException when the server knows no such job
   */
  byte[] definition(String id) throws IOException;
}
