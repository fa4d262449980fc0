/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.device;

/** Device numbers as Linux packs them into 64 bits (sys/sysmacros.h). */
public final class DeviceNumber {
  private DeviceNumber() {}

  /** As {@code MAJOR:MINOR}. */
  public static String of(long packed) {
    long major = (packed >>> 8 & 0xfff) | (packed >>> 32 & ~0xfffL);
    long minor = (packed & 0xff) | (packed >>> 12 & 0xffffff00L);
    return major + ":" + minor;
  }
}
