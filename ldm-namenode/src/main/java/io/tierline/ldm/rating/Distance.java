/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.rating;

/** How far a device is from the task that uses it, as HDFS's network topology sees it. */
public enum Distance {
  /** In the same node. */
  NODE,
  /** In another node of the same rack. */
  RACK,
  /** In another rack. */
  REMOTE
}
