/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.device;

import io.tierline.ldm.rating.DeviceSpeeds;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What an agent has measured of one storage volume.
 *
 * @param node the DataNode's identity (its UUID), 1 to 128 letters, digits, dots, colons,
 *     underscores or dashes
 * @param storage the volume's storage id, of the same form
 * @param measuredAt when
 * @param speeds what it did
 */
public record DeviceReport(String node, String storage, Instant measuredAt, DeviceSpeeds speeds) {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  /** Checks the identities. */
  public DeviceReport {
    Objects.requireNonNull(measuredAt, "measuredAt");
    Objects.requireNonNull(speeds, "speeds");
    if (!ID.matcher(node).matches() || !ID.matcher(storage).matches()) {
      throw new IllegalArgumentException(
          "'dataNode' and 'storage' are ids of 1 to 128 letters, digits, dots, colons, underscores"
              + " or dashes");
    }
  }
}
