/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

/** What {@code /jmx} shows of {@link Times}; public, as JMX wants it. */
public interface TimesMBean {
  /** How often each step was counted. */
  long[] getCounts();
}
