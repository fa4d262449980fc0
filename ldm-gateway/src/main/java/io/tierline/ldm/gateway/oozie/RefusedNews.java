/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.run.GrowingPause;
import java.io.IOException;

/**
 * What a NameNode would not have of one job. The same is sent again after a minute, and then ever
 * less often: whatever it lacked may be there by then. What is new is sent at once.
 */
final class RefusedNews {
  private final GrowingPause pause = new GrowingPause();
  private Object refused;
  private String why = "";

  /** Sends news. */
  interface Sending {
    void send() throws IOException;
  }

  /**
   * Sends news, unless they were refused lately.
   *
   * @param news told apart from others by {@code equals}
   * @param millis the time, on a clock that only goes forward
   * @throws LineageException when they are refused, or were
   */
  void send(Object news, long millis, Sending sending) throws IOException {
    boolean isSame = isOf(news);
    if (isSame && !pause.isDue(millis)) {
      throw new LineageException(why);
    }
    try {
      sending.send();
      forget();
    } catch (LineageException e) {
      if (isSame) {
        pause.failed(millis);
      } else {
        pause.begin(millis);
      }
      refused = news;
      why = e.getMessage();
      throw e;
    }
  }

  /** True when these were refused, and nothing else since. */
  boolean isOf(Object news) {
    return news.equals(refused);
  }

  /** Whoever has refused them may be another now. */
  void forget() {
    refused = null;
  }
}
