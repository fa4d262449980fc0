/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

/** What kind of work a request belongs to. Shares and limits are set for each. */
public enum ServiceClass {
  // In the order of the core's enum bid_class, which goes by ordinal.
  /** Somebody waits for it. */
  FOREGROUND,
  /** A log that somebody waits for, such as HBase's. */
  WAL,
  /** Data rewritten in bulk. */
  COMPACTION,
  /** Replicas that are moved or made anew. */
  BALANCER,
  /** Read before anybody has asked. */
  READAHEAD
}
