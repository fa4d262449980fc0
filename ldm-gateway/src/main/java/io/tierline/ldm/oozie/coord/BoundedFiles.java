/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.xml.XmlElement;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The files that one coordinator includes, within bounds for all of them together: one thread reads
 * them, and others wait for it.
 */
final class BoundedFiles {
  /** Bytes of all of them. */
  static final int BYTES_MAX = XmlReader.BYTES_MAX;

  /** No file is begun later than that after the first. */
  static final Duration TIME_MAX = Duration.ofSeconds(10);

  private final IncludedFiles files;
  private final String user;
  private final LongSupplier nanos;
  private final long begun;
  private int left = BYTES_MAX;
  private String failed;

  /**
   * Nothing is read yet, and the time runs.
   *
   * @param user who must be able to read them
   * @param nanos a clock that only goes forward
   */
  BoundedFiles(IncludedFiles files, String user, LongSupplier nanos) {
    this.files = files;
    this.user = user;
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  /**
   * The root of a file's document.
   *
   * @throws IOException in one line that says why it is not read
   */
  XmlElement read(String path) throws IOException {
    if (failed != null) {
      throw new IOException("it is not tried, since " + failed + " could not be read");
    }
    if (nanos.getAsLong() - begun >= TIME_MAX.toNanos()) {
      throw new IOException(
          "what the coordinator includes takes more than %d s to read"
              .formatted(TIME_MAX.toSeconds()));
    }
    try {
      byte[] content = files.read(path, user, left);
      left -= content.length;
      return files.root(path, content);
    } catch (LineageException | FileNotFoundException notThisOne) {
      throw notThisOne;
    } catch (IOException noneNow) {
      failed = path;
      throw noneNow;
    }
  }
}
