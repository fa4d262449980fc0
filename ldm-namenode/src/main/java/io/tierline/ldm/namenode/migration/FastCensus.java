/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.kept.SpendingKeeper;
import io.tierline.ldm.migration.LyingBytes;
import io.tierline.ldm.namenode.access.Ownership;
import io.tierline.ldm.namenode.namespace.ExistingPaths;
import io.tierline.ldm.namenode.namespace.Listing;
import io.tierline.ldm.namenode.placement.StorageMedium;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LinkedWorkflows;
import io.tierline.ldm.registry.ManagedDataset;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how many bytes of whom lie on fast media, in what is managed and in what has left the
 * lineage and may still lie there. It lists as a client would, a page at a time and a little in
 * each step, so that a count of many datasets takes minutes and nobody waits for it.
 */
public final class FastCensus {
  /** After so long it goes on. */
  public static final long STEP_MILLIS = 1_000;

  /** How long it goes on at a time: a hundredth of a core. */
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final Logger LOG = LoggerFactory.getLogger(FastCensus.class);

  /** From the beginning of a count to that of the next. */
  private static final long PAUSE_MILLIS = TimeUnit.HOURS.toMillis(1);

  /** From one count to the next while somebody waits for room that he may have made. */
  private static final long SHORT_PAUSE_MILLIS = TimeUnit.SECONDS.toMillis(30);

  /** Datasets that are looked for at a time. */
  private static final int SLICE = 256;

  /** Of what counts for the owner of each file. */
  static final String OWNERS = "";

  /** What is counted, and for whom. */
  interface Counted {
    /** The roots of all datasets to be counted. */
    Collection<String> roots();

    /** Those of some roots that exist; most of many may still have to be written. */
    Set<String> existing(List<String> roots);

    /** For whom what lies below a root counts, {@link #OWNERS}, or null for nobody. */
    String userOf(String root);

    /** The root that a path belongs to now; null when it is not managed. */
    String rootOf(String path);
  }

  private final Listing listing;
  private final Counted counted;
  private final LyingBytes lying;
  private final LongSupplier millis;
  private final Deque<String> roots = new ArrayDeque<>();
  private final Deque<String> present = new ArrayDeque<>();
  private final Deque<String> directories = new ArrayDeque<>();
  private final Map<String, Long> found = new HashMap<>();
  private String root;
  private String user;
  private String directory;
  private byte[] after = HdfsFileStatus.EMPTY_NAME;
  private boolean isUnderWay;
  private long next;

  /**
   * Creates one that begins with its first step.
   *
   * @param lying is told what was found
   * @param millis a clock that only goes forward
   */
  FastCensus(Listing listing, Counted counted, LyingBytes lying, LongSupplier millis) {
    this.listing = listing;
    this.counted = counted;
    this.lying = lying;
    this.millis = millis;
    this.next = millis.getAsLong();
  }

  /** Of a NameNode's managed datasets, and those that are leaving. */
  public static FastCensus of(
      NameNode nameNode,
      LineageRegistry registry,
      Ownership owners,
      SpendingKeeper spending,
      LeavingDatasets leaving) {
    return new FastCensus(
        Listing.of(nameNode),
        new Counted() {
          private final ExistingPaths existing = new ExistingPaths(nameNode);

          @Override
          public Collection<String> roots() {
            Set<String> roots = new HashSet<>(leaving.kept());
            registry.view().groups().stream()
                .flatMap(LinkedWorkflows::stated)
                .forEach(dataset -> roots.add(dataset.root()));
            return roots;
          }

          @Override
          public Set<String> existing(List<String> roots) {
            return existing.apply(roots);
          }

          @Override
          public String userOf(String root) {
            ManagedDataset dataset = owners.managed(registry.view(), root);
            return dataset != null ? dataset.owner() : leaving.isKept(root) ? OWNERS : null;
          }

          @Override
          public String rootOf(String path) {
            ManagedDataset dataset = registry.view().find(path, owners::now);
            return dataset == null ? null : dataset.root();
          }
        },
        spending.lying(),
        Time::monotonicNow);
  }

  /** Goes on for a while; what fails is counted anew the next time. */
  public synchronized void step(boolean isWaitedFor) {
    long end = Time.monotonicNowNanos() + STEP_NANOS;
    try {
      step(isWaitedFor, () -> Time.monotonicNowNanos() < end);
    } catch (IOException e) {
      isUnderWay = false;
      LOG.debug("LDM counts anew what lies on fast media", e);
    }
  }

  /**
   * Goes on for a while; begins anew where it is time.
   *
   * @param isWaitedFor whether somebody has had all that he may, and may have made room
   * @param goOn asked after each page of a listing, and each slice of datasets
   */
  synchronized void step(boolean isWaitedFor, BooleanSupplier goOn) throws IOException {
    long now = millis.getAsLong();
    if (!isUnderWay) {
      if (now < next - (isWaitedFor ? PAUSE_MILLIS - SHORT_PAUSE_MILLIS : 0)) {
        return;
      }
      begin(now);
    }
    boolean more = true;
    while (more && hasMore()) {
      advance();
      more = goOn.getAsBoolean();
    }
    if (more) {
      isUnderWay = false;
      lying.countEnds(found);
    }
  }

  private void begin(long now) {
    next = now + PAUSE_MILLIS;
    isUnderWay = true;
    found.clear();
    after = HdfsFileStatus.EMPTY_NAME;
    directory = null;
    directories.clear();
    present.clear();
    roots.clear();
    roots.addAll(counted.roots());
    lying.countBegins();
  }

  /** Begins anew with the next step, whatever is under way. */
  public synchronized void restart() {
    isUnderWay = false;
    next = millis.getAsLong();
  }

  private boolean hasMore() {
    return directory != null || !directories.isEmpty() || !present.isEmpty() || !roots.isEmpty();
  }

  private void advance() throws IOException {
    if (directory == null) {
      directory = directories.poll();
    }
    if (directory != null) {
      page();
    } else if (present.isEmpty()) {
      lookFor();
    } else {
      root = present.poll();
      user = counted.userOf(root);
      directory = user == null ? null : root;
    }
  }

  private void lookFor() {
    List<String> slice = new ArrayList<>(SLICE);
    while (slice.size() < SLICE && !roots.isEmpty()) {
      slice.add(roots.poll());
    }
    Set<String> here = counted.existing(slice);
    slice.stream().filter(here::contains).forEach(present::add);
  }

  private void page() throws IOException {
    String listed = directory;
    byte[] from = after;
    // What cannot be listed is passed over.
    directory = null;
    after = HdfsFileStatus.EMPTY_NAME;
    DirectoryListing page = listing.page(listed, from, true);
    if (page == null) {
      return;
    }
    for (HdfsFileStatus status : page.getPartialListing()) {
      String path = status.getFullName(listed);
      if (status.isDirectory()) {
        directories.push(path);
      } else if (status instanceof HdfsLocatedFileStatus file && isOfTheRoot(path)) {
        add(file);
      }
    }
    if (page.hasMore()) {
      directory = listed;
      after = page.getLastName();
    }
  }

  /** A path below two roots belongs to the nearer one. */
  private boolean isOfTheRoot(String path) {
    String nearest = counted.rootOf(path);
    return nearest == null || nearest.equals(root);
  }

  private void add(HdfsLocatedFileStatus file) {
    if (file.getLocatedBlocks() == null || file.getErasureCodingPolicy() != null) {
      return;
    }
    long bytes = 0;
    for (LocatedBlock block : file.getLocatedBlocks().getLocatedBlocks()) {
      for (StorageType type : block.getStorageTypes()) {
        bytes += isFast(type) ? block.getBlockSize() : 0;
      }
    }
    if (bytes > 0) {
      found.merge(user.equals(OWNERS) ? file.getOwner() : user, bytes, Long::sum);
    }
  }

  private static boolean isFast(StorageType type) {
    Medium medium = type == null ? null : StorageMedium.of(type);
    return medium != null && medium.compareTo(TierSettings.BASE) < 0;
  }
}
