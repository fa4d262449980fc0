/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an operating system's cache of a given size would have made of an engine's reads of files,
 * and what the device below it would have taken. Nothing is read and nobody waits: the real cache
 * cannot be bounded without root, and the real disk has other users.
 *
 * <p>As Linux has it, simply: pages leave by age of use; a read that begins where the last one of
 * that file ended reads {@value #READ_AHEAD} bytes ahead, any other takes the missing pages only,
 * and missing pages in a row are one request. Nothing is read beside the processor's work.
 */
final class PageCache {
  /** Linux's default, {@code read_ahead_kb} of 128. */
  private static final long READ_AHEAD = 128 << 10;

  /** Coarser than Linux's 4 KiB, which no block of HBase is small enough to tell. */
  private static final long PAGE = 16 << 10;

  private final Device device;
  private final Map<Page, Boolean> pages;
  private final Map<String, Long> ends = new LinkedHashMap<>();
  private Page head = new Page("", 0);
  private long requests;
  private double nanos;

  private record Page(String file, long number) {}

  /** Empty, for so many bytes; none at all with 0. */
  PageCache(long bytes, Device device) {
    this.device = device;
    long most = bytes / PAGE;
    this.pages =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Page, Boolean> eldest) {
            return size() > most;
          }
        };
  }

  /** A read of a file. */
  void read(String file, long offset, int length) {
    boolean continues = Long.valueOf(offset).equals(ends.put(file, offset + length));
    long first = offset / PAGE;
    long last = (offset + length - 1) / PAGE;
    long from = -1;
    for (long number = first; number <= last; number++) {
      boolean missing = pages.get(new Page(file, number)) == null;
      if (missing && from < 0) {
        from = number;
      }
      if (from >= 0 && (!missing || number == last)) {
        long upTo = missing ? number + 1 : number;
        request(file, from, continues ? Math.max(upTo, from + READ_AHEAD / PAGE) : upTo);
        from = -1;
      }
    }
  }

  private void request(String file, long from, long upTo) {
    requests++;
    nanos += device.nanos((upTo - from) * PAGE, head.equals(new Page(file, from)));
    head = new Page(file, upTo);
    for (long number = from; number < upTo; number++) {
      pages.put(new Page(file, number), true);
    }
  }

  /** Requests to the device so far. */
  long requests() {
    return requests;
  }

  /** What they took. */
  double nanos() {
    return nanos;
  }
}
