/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

/**
 * With a data event an action has more instances than are taken, which is found before they are
 * made.
 */
final class TooManyInstancesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says so.
   *
   * @param instances how many the action would have by then
   */
  TooManyInstancesException(long instances) {
    super(
        "with it one action has %d instances; more than %d are not taken, and it counts as a whole"
            .formatted(instances, InstanceReference.INSTANCES_MAX));
  }
}
