/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import io.tierline.bid.volume.VolumeOptions.Engine;
import java.io.IOException;

/** Opens volumes. */
public final class Volumes {
  private Volumes() {}

  /**
   * Opens a volume by the engine that the options name.
   *
   * @throws IOException if that engine cannot be had
   * @throws IllegalArgumentException for a policy that there is none of
   */
  public static Volume open(VolumeOptions options) throws IOException {
    Engine wanted = options.engine();
    if (wanted == Engine.ANY || wanted == Engine.JAVA) {
      return new JavaVolume(options);
    }
    throw new IOException("no engine " + wanted + " on " + options.name());
  }
}
