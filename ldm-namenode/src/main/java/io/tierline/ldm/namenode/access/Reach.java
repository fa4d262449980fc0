/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.config.PathRules;
import io.tierline.ldm.namenode.namespace.ExistingPaths;
import io.tierline.ldm.namenode.namespace.Listing;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.registry.Registration;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * How much that is there already a registration would make managed: data that migration may bring
 * up, and whose storage policies follow the lineage from then on. It is counted by listing, a page
 * at a time, and only until it is too much.
 */
final class Reach {
  private static final double PERCENT = 100;

  private final Listing listing;
  private final long mostFiles;
  private final long mostBytes;
  private final long allFiles;
  private final long fastBytes;
  private long files;
  private long bytes;

  private Reach(Authorities by) {
    PathRules rules = by.settings().get().paths();
    this.listing = Listing.of(by.nameNode());
    this.allFiles = by.nameNode().getNamesystem().getFilesTotal();
    this.fastBytes =
        by.table().get().tiers().stream()
            .filter(tier -> tier.medium().compareTo(TierSettings.BASE) < 0)
            .mapToLong(tier -> tier.capacityBytes())
            .sum();
    this.mostFiles = rules.mostFiles(allFiles);
    this.mostBytes = rules.mostBytes(fastBytes);
  }

  /**
   * What registering the workflow would do that is to be confirmed; empty when nothing is.
   *
   * @param before what is registered under its id, whose outputs are managed already; may be null
   */
  static Optional<String> toConfirm(Authorities by, Workflow workflow, Registration before)
      throws IOException {
    Reach reach = new Reach(by);
    Set<String> managed = before == null ? Set.of() : outputs(before.workflow());
    List<String> outputs =
        outputs(workflow).stream().filter(path -> !managed.contains(path)).sorted().toList();
    Set<String> seen = new HashSet<>();
    // Of many outputs most are still to be written.
    for (String output : new TreeSet<>(new ExistingPaths(by.nameNode()).apply(outputs))) {
      if (!isBelow(output, seen)) {
        seen.add(output);
        if (!reach.count(output)) {
          return Optional.of(reach.text(output));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isBelow(String path, Set<String> roots) {
    for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (roots.contains(path.substring(0, end))) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> outputs(Workflow workflow) {
    Set<String> outputs = new HashSet<>();
    for (Job job : workflow.jobs()) {
      for (DatasetPath path : job.writes()) {
        if (path.isLiteral() && path.fileSystem().isEmpty()) {
          outputs.add(path.path());
        }
      }
    }
    return outputs;
  }

  /** Counts a directory; false as soon as there is too much. */
  private boolean count(String root) throws IOException {
    Deque<String> directories = new ArrayDeque<>(Set.of(root));
    while (!directories.isEmpty()) {
      String directory = directories.pop();
      byte[] after = HdfsFileStatus.EMPTY_NAME;
      DirectoryListing page;
      do {
        WorkTime.check();
        page = listing.page(directory, after, false);
        if (page == null) {
          break;
        }
        for (HdfsFileStatus status : page.getPartialListing()) {
          files++;
          if (status.isDirectory()) {
            directories.push(status.getFullName(directory));
          } else {
            bytes += status.getLen();
          }
        }
        if (files > mostFiles || bytes > mostBytes) {
          return false;
        }
        after = page.getLastName();
      } while (page.hasMore());
    }
    return true;
  }

  private String text(String output) {
    return String.format(
        Locale.ROOT,
        "it would make at least %d files and directories managed (%.1f %% of all), with %d bytes"
            + " (%.1f %% of the fast media), %s among them",
        files,
        PERCENT * files / Math.max(1, allFiles),
        bytes,
        PERCENT * bytes / Math.max(1, fastBytes),
        output);
  }
}
