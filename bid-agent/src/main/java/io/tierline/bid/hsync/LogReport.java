/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import io.tierline.bid.delta.DeltaStatistics;
import java.util.List;
import java.util.Optional;

/**
 * What a DataNode's delta log does.
 *
 * @param state in words
 * @param path of its file; empty: no key says where it is
 * @param held volumes whose unfinished blocks wait for a log that is not in use
 * @param syncsAtHome done as stock does them, of blocks with a log
 * @param figures of a log that was opened
 */
public record LogReport(
    String state,
    String path,
    List<String> held,
    long syncsAtHome,
    Optional<DeltaStatistics> figures) {
  /** Takes a copy of the list. */
  public LogReport {
    held = List.copyOf(held);
  }
}
