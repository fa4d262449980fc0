/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

/** One call on its way through a {@link Gate}, which guards what may change of it. */
final class Turn {
  final long stream;
  final Object file;
  final ServiceClass service;
  final long bytes;
  boolean cancelled;

  Turn(long stream, Object file, ServiceClass service, long bytes) {
    this.stream = stream;
    this.file = file;
    this.service = service;
    this.bytes = bytes;
  }
}
