/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.Layout;
import java.util.concurrent.atomic.LongAdder;

/** What an engine counts about one store since it was opened. */
final class EngineStats {

  private final LongAdder flushedBytes = new LongAdder();
  private final LongAdder compactedBytes = new LongAdder();
  private final LongAdder linkedBytes = new LongAdder();
  private volatile Layout layout = Layout.of(java.util.List.of());

  void flushed(long bytes) {
    flushedBytes.add(bytes);
  }

  void compacted(long bytes) {
    compactedBytes.add(bytes);
  }

  void linked(long bytes) {
    linkedBytes.add(bytes);
  }

  void layoutChanged(Layout now) {
    layout = now;
  }

  long flushedBytes() {
    return flushedBytes.sum();
  }

  long compactedBytes() {
    return compactedBytes.sum();
  }

  long linkedBytes() {
    return linkedBytes.sum();
  }

  Layout layout() {
    return layout;
  }
}
