/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/**
 * One action of a coordinator that the server has made and that has not ended.
 *
 * @param id its id, which the workflow that it runs names as its parent
 * @param nominal its nominal time
 * @param status Oozie's word for how far it is
 * @param workflow the workflow that it runs; "" before
 */
public record CoordinatorAction(String id, Instant nominal, String status, String workflow) {
  private static final Set<String> ENDS =
      Set.of("SUCCEEDED", "KILLED", "FAILED", "TIMEDOUT", "SKIPPED", "IGNORED", "DONEWITHERROR");

  /** Statuses are written in capitals. */
  public CoordinatorAction {
    status = status.toUpperCase(Locale.ROOT);
  }

  boolean isEnded() {
    return ENDS.contains(status);
  }
}
