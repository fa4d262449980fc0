/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What files held that were read lately, by what the namespace says of them, so that a file which
 * many definitions include is fetched from its DataNodes once. Whether somebody may read it is
 * asked before, each time. Of too much what was not asked for the longest is forgotten. Used by one
 * thread.
 */
final class RecentFiles {
  /** A file as a user has read it. */
  record Version(String user, String path, long length, long modified) {}

  /** Bytes of all of them. */
  static final int BYTES_MAX = 8 << 20;

  /** What a file takes beside its bytes, by which small ones are bounded too. */
  private static final int BESIDE = 512;

  private final Map<Version, byte[]> files = new LinkedHashMap<>(16, 0.75f, true);
  private int taken;

  /** Its content; null when that is not known. */
  byte[] of(Version file) {
    return files.get(file);
  }

  void add(Version file, byte[] content) {
    if (files.put(file, content) == null) {
      taken += BESIDE + content.length;
    }
    Iterator<byte[]> eldest = files.values().iterator();
    while (taken > BYTES_MAX) {
      taken -= BESIDE + eldest.next().length;
      eldest.remove();
    }
  }

  void clear() {
    files.clear();
    taken = 0;
  }
}
