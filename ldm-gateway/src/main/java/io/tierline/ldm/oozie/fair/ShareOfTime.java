/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.fair;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.coord.IncludedFiles;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Files that one thread reads for all users: in one round no user has more than his time, so that
 * slow files of one hold up the others for so long at the most. Used by one thread.
 */
public final class ShareOfTime implements IncludedFiles {
  /** After so long no file of a user's is begun any more until the next round. */
  static final Duration MOST = Duration.ofSeconds(10);

  private final IncludedFiles files;
  private final LongSupplier millis;
  private final Map<String, Long> spent = new HashMap<>();

  /**
   * The first round begins.
   *
   * @param millis a clock that only goes forward
   */
  public ShareOfTime(IncludedFiles files, LongSupplier millis) {
    this.files = files;
    this.millis = millis;
  }

  /** The next round begins. */
  public void begin() {
    spent.clear();
  }

  @Override
  public byte[] read(String path, String user, int most) throws IOException {
    if (spent.getOrDefault(user, 0L) >= MOST.toMillis()) {
      throw new IOException(
          "files of this user have taken %d s; it is tried again later"
              .formatted(MOST.toSeconds()));
    }
    long begun = millis.getAsLong();
    try {
      return files.read(path, user, most);
    } finally {
      spent.merge(user, millis.getAsLong() - begun, Long::sum);
    }
  }

  @Override
  public XmlElement root(String path, byte[] content) throws LineageException {
    return files.root(path, content);
  }
}
