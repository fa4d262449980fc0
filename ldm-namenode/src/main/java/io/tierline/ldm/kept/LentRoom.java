/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.kept;

import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Room on fast tiers that no registered job wants, lent to files without lineage in directories
 * that an administrator names. When a registered job wants it, the directory counts as one that has
 * left the lineage: migration moves its fast replicas down, and nothing is lent there until they
 * are gone. Which directories have some is not kept: a NameNode that starts takes it that each has.
 *
 * <p>Asked for every block without lineage, by any thread and without a lock; looked at by one
 * thread.
 */
public final class LentRoom {
  /** Lends nothing. */
  public static final LentRoom NONE = new LentRoom(new LeavingDatasets(StateStore.NOWHERE));

  private static final String ROOT = "/";

  private final LeavingDatasets leaving;
  private final Set<String> lent = ConcurrentHashMap.newKeySet();
  private Set<String> named = Set.of();
  private volatile List<String> open = List.of();

  /** Nothing is lent before the first look. */
  public LentRoom(LeavingDatasets leaving) {
    this.leaving = leaving;
  }

  /** The directory for whose sake a file may have room; null where it may not. */
  public @Nullable String directoryOf(String path) {
    List<String> now = open;
    for (int i = 0; i < now.size(); i++) {
      if (isBelow(path, now.get(i))) {
        return now.get(i);
      }
    }
    return null;
  }

  private static boolean isBelow(String path, String directory) {
    return directory.equals(ROOT)
        || (path.startsWith(directory)
            && path.length() > directory.length()
            && path.charAt(directory.length()) == '/');
  }

  /** A block below that directory has had room. */
  public void took(String directory) {
    lent.add(directory);
  }

  /** The directories that may have some. */
  public List<String> lent() {
    return lent.stream().sorted().toList();
  }

  /** Lends nothing until the next look. */
  public void pause() {
    open = List.of();
  }

  /**
   * Gives room back that is wanted, or is in a directory that is not named any more, and says where
   * there is some to lend.
   *
   * @param directories those that are named now
   * @param hasRoom whether there is room that nobody wants
   * @param isWanted whether somebody wants what has been lent
   * @param mayLend whether the rules let LDM place in a directory
   * @throws IOException where it cannot be kept that a directory gives back; it is tried again
   */
  public void look(
      Collection<String> directories, boolean hasRoom, boolean isWanted, Predicate<String> mayLend)
      throws IOException {
    if (isWanted) {
      pause();
    }
    Set<String> before = named;
    named = Set.copyOf(directories);
    named.stream().filter(directory -> !before.contains(directory)).forEach(lent::add);
    for (String directory : lent()) {
      if (isWanted || !named.contains(directory)) {
        if (!leaving.isKept(directory)) {
          leaving.add(directory);
        }
        lent.remove(directory);
      }
    }
    open =
        directories.stream()
            .filter(each -> hasRoom && !leaving.isKept(each) && mayLend.test(each))
            .toList();
  }
}
