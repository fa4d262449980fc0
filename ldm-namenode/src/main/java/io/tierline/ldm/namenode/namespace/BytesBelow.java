/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import io.tierline.ldm.lineage.DatasetPath;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * Bytes of the files below a path, counted a page of the listing at a time, so that no lock is held
 * for longer than by any listing. A count is good for nineteen times as long as it took, and for a
 * second at least, so that counting takes a twentieth of a thread at the most.
 */
public final class BytesBelow implements ToLongFunction<DatasetPath> {
  /** Where there are too many files to count: more bytes than any tier has room for. */
  public static final long UNKNOWN = 1L << 60;

  private static final int MOST_KEPT = 1_000;
  private static final long LEAST_NANOS = 1_000_000_000L;
  private static final int REST = 19;

  private final Listing listing;
  private final int mostEntries;
  private final LongSupplier nanos;
  private final Map<DatasetPath, Count> counts =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<DatasetPath, Count> eldest) {
          return size() > MOST_KEPT;
        }
      };

  /** A count, and the time until which it is taken for true. */
  private record Count(long bytes, long until) {}

  /**
   * Counts nothing yet.
   *
   * @param mostEntries files and directories that it looks at below one path
   * @param nanos a clock that never goes back
   */
  public BytesBelow(Listing listing, int mostEntries, LongSupplier nanos) {
    this.listing = listing;
    this.mostEntries = mostEntries;
    this.nanos = nanos;
  }

  /** 0 where nothing is, as far as it can be told; called by one thread. */
  @Override
  public long applyAsLong(DatasetPath dataset) {
    if (!dataset.isLiteral() || !dataset.fileSystem().isEmpty()) {
      return UNKNOWN;
    }
    long now = nanos.getAsLong();
    Count known = counts.get(dataset);
    if (known != null && now - known.until() < 0) {
      return known.bytes();
    }
    long bytes;
    try {
      bytes = count(dataset.path());
    } catch (IOException e) {
      bytes = UNKNOWN;
    }
    long took = nanos.getAsLong() - now;
    counts.put(dataset, new Count(bytes, now + took + Math.max(LEAST_NANOS, REST * took)));
    return bytes;
  }

  private long count(String root) throws IOException {
    long bytes = 0;
    int left = mostEntries;
    Deque<String> directories = new ArrayDeque<>();
    directories.push(root);
    while (!directories.isEmpty()) {
      String directory = directories.pop();
      byte[] after = HdfsFileStatus.EMPTY_NAME;
      DirectoryListing page;
      do {
        page = listing.page(directory, after, false);
        if (page == null) {
          break;
        }
        for (HdfsFileStatus status : page.getPartialListing()) {
          if (status.isDirectory()) {
            directories.push(status.getFullName(directory));
          } else {
            bytes += status.getLen();
          }
          left--;
        }
        after = page.getLastName();
        if (left < 0) {
          return UNKNOWN;
        }
      } while (page.hasMore());
    }
    return bytes;
  }
}
