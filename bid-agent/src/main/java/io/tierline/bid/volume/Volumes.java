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
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens volumes. */
public final class Volumes {
  private static final Logger LOG = LoggerFactory.getLogger(Volumes.class);

  private Volumes() {}

  /**
   * Opens a volume by the engine that the options name. {@link Engine#ANY} becomes Java where the
   * library in C cannot be loaded, or opens no volume; the log says why.
   *
   * @throws MissingLibraryException if the library cannot be loaded, and another engine was asked
   *     for than any
   * @throws IOException if the engine cannot be had
   * @throws IllegalArgumentException for a policy that there is none of
   */
  public static Volume open(VolumeOptions options) throws IOException {
    if (options.engine() == Engine.JAVA) {
      return new JavaVolume(options);
    }
    Optional<String> missing = NativeLibrary.missing(options.library());
    if (missing.isPresent() && options.engine() != Engine.ANY) {
      throw new MissingLibraryException(refusal(options, missing.get()));
    }
    return missing.isPresent() ? new JavaVolume(options) : openNative(options);
  }

  private static Volume openNative(VolumeOptions options) throws IOException {
    try {
      Volume volume = NativeVolume.open(options);
      LOG.info("BID: {} is served by {}, {}", options.name(), volume.engine(), options.policy());
      return volume;
    } catch (IOException e) {
      if (options.engine() != Engine.ANY) {
        throw new IOException(refusal(options, e.getMessage()), e);
      }
      LOG.warn("BID: {} is served in Java, in no order: {}", options.name(), e.getMessage());
      return new JavaVolume(options);
    }
  }

  private static String refusal(VolumeOptions options, String reason) {
    return "BID: no engine " + options.engine() + " for " + options.name() + ": " + reason;
  }
}
