/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.ranged;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes victims down to Level 1. Only the victim is read; a target is appended to. */
final class Compaction {
  private final Level1 level1;

  Compaction(Level1 level1) {
    this.level1 = level1;
  }

  /** Victims that find Level 1 empty move as they are; those that overlap share a range. */
  Traffic first(List<FlushedFile> victims, Traffic before) {
    Traffic traffic = before;
    RangedFile last = null;
    List<FlushedFile> ascending =
        victims.stream().sorted(Comparator.comparingLong(file -> file.range().min())).toList();
    for (FlushedFile victim : ascending) {
      if (last == null || !last.range().overlaps(victim.range())) {
        last = new RangedFile(victim.range());
        level1.put(last);
      }
      last.widen(victim.range());
      last.add(victim.entries());
      traffic = traffic.link(victim.cells());
    }
    return traffic;
  }

  Traffic down(FlushedFile victim, Traffic before) {
    if (level1.owns(victim.range())) {
      level1.owner(victim.range().min()).add(victim.entries());
      return before.link(victim.cells());
    }
    Map<RangedFile, List<Entry>> owned = new LinkedHashMap<>();
    Map<RangedFile, List<Entry>> strays = new LinkedHashMap<>();
    for (Entry entry : victim.entries()) {
      RangedFile owner = level1.owner(entry.key());
      RangedFile gap = level1.below(entry.key());
      (owner == null ? strays : owned)
          .computeIfAbsent(owner == null ? gap : owner, file -> new ArrayList<>())
          .add(entry);
    }
    owned.forEach(RangedFile::add);
    strays.values().forEach(this::place);
    return before.append(victim.cells());
  }

  /** Cells between the same two files: a lone one joins the nearer, several are a new file. */
  private void place(List<Entry> strays) {
    KeyRange range = new KeyRange(strays.get(0).key(), strays.get(0).key());
    for (Entry entry : strays) {
      range = range.with(entry.key());
    }
    RangedFile target;
    if (strays.size() == 1) {
      target = level1.nearest(range.min());
      level1.widen(target, range);
    } else {
      target = new RangedFile(range);
      level1.put(target);
    }
    target.add(strays);
  }
}
