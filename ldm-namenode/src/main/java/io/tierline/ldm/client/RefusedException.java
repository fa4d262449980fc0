/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client;

import java.io.IOException;
import java.net.HttpURLConnection;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The NameNode has answered, and said no. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private static final int TOO_MANY_REQUESTS = 429;

  private final int status;

  RefusedException(int status, String reason) {
    super("NameNode answered " + status + ": " + reason);
    this.status = status;
  }

  /** The status of HTTP. */
  public int status() {
    return status;
  }

  /**
   * True when another NameNode may take it: this one is in standby, or stopping. One that has too
   * much of a user's is the active one.
   */
  boolean isOfAnother() {
    return status == HttpURLConnection.HTTP_UNAVAILABLE;
  }

  /**
   * True when the same may be taken later, or by another NameNode: this one is in standby, or busy.
   */
  public boolean isForNow() {
    return status == HttpURLConnection.HTTP_UNAVAILABLE || status == TOO_MANY_REQUESTS;
  }
}
