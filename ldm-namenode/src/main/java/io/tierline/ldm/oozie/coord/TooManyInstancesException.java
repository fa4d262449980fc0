/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

/** A data event names more instances than are taken, which is found before they are made. */
final class TooManyInstancesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooManyInstancesException(long instances) {
    super(
        "it names %d instances of one action; more than %d are not taken, and it counts as a whole"
            .formatted(instances, InstanceReference.INSTANCES_MAX));
  }
}
