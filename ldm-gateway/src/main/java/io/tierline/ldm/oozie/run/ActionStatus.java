/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import java.util.Locale;

/**
 * One action of a running workflow, as the server knows it; control nodes are actions too.
 *
 * @param name the node of the definition
 * @param status Oozie's word for how far it is
 * @param transition the node it was left to; "" while it was not, or where there are several
 * @param externalId what the action started: the id of a job elsewhere, "" before
 * @param conf the action with its expressions evaluated, XML; "" where there is none
 */
public record ActionStatus(
    String name, String status, String transition, String externalId, String conf) {

  /** Oozie has failed to do it, or what it did has failed. */
  boolean hasFailed() {
    return status.equals("ERROR") || status.equals("FAILED");
  }

  /** It was stopped. */
  boolean isKilled() {
    return status.equals("KILLED");
  }

  /** It has ended with its result. */
  boolean isDone() {
    return status.equals("OK");
  }

  /** Where it was left to is known. */
  boolean isLeft() {
    return (isDone() || hasFailed()) && !transition.isEmpty();
  }

  /** Statuses are written in capitals. */
  public ActionStatus {
    status = status.toUpperCase(Locale.ROOT);
  }
}
