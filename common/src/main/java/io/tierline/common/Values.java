/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.common;

/** What somebody has set, by key. Hadoop's {@code Configuration::get} is one. */
@FunctionalInterface
public interface Values {
  /** The text of a key; null where nobody has set it. */
  String get(String key);
}
