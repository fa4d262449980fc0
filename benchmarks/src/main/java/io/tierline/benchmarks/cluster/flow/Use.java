/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.flow;

/**
 * What a flow takes of a resource.
 *
 * @param resource which one
 * @param aloneSeconds seconds of it for a byte of the flow while nothing else uses it
 * @param sharedSeconds the same in company; more where it has to turn from one to the other
 */
public record Use(Resource resource, double aloneSeconds, double sharedSeconds) {
  /** Of what serves many as fast as one. */
  public Use(Resource resource, double seconds) {
    this(resource, seconds, seconds);
  }

  /** What a flow takes of which only that part of each byte comes here. */
  public Use times(double share) {
    return new Use(resource, share * aloneSeconds, share * sharedSeconds);
  }

  double seconds() {
    return resource.isShared() ? sharedSeconds : aloneSeconds;
  }
}
