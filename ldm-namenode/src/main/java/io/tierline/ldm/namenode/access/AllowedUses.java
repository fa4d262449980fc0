/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.namenode.namespace.Localiser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.security.AccessControlException;

/**
 * Of what a job is said to use, what its user may use. Oozie and a ResourceManager are trusted to
 * say whose a job is; but its definition and its configuration are that user's own.
 */
public final class AllowedUses {
  private final Localiser localiser;
  private final Authority authority;
  private final Map<DatasetUse, Boolean> answers = new HashMap<>();
  private int denied;

  /** Of what a user's jobs are said to use. */
  AllowedUses(Authorities authorities, Localiser localiser, String user) throws IOException {
    this.localiser = localiser;
    this.authority = authorities.of(user);
  }

  /** Those of the uses that the user may make, with every path on this cluster told from others. */
  public Uses of(Uses stated) throws IOException {
    Uses uses = localiser.localise(stated);
    List<Rename> renames = new ArrayList<>();
    for (Rename rename : uses.renames()) {
      if (mayUse(Job.named("job", "move").renames(rename.source(), rename.target()))) {
        renames.add(rename);
      }
    }
    return new Uses(
        allowed(uses.reads(), Access.READ), allowed(uses.writes(), Access.WRITE), renames);
  }

  /** How many it has left out. */
  public int denied() {
    return denied;
  }

  private List<DatasetPath> allowed(List<DatasetPath> paths, Access access) throws IOException {
    List<DatasetPath> allowed = new ArrayList<>();
    for (DatasetPath path : paths) {
      boolean isElsewhere = !path.fileSystem().isEmpty();
      if (isElsewhere || mayUse(new DatasetUse(path, access, false))) {
        allowed.add(path);
      }
    }
    return allowed;
  }

  /** Of many jobs most name what others have named: each path is asked about once. */
  private boolean mayUse(DatasetUse use) throws IOException {
    Boolean before = answers.get(use);
    if (before == null) {
      boolean may = mayUse(Job.named("job", "use").use(use));
      answers.put(use, may);
      return may;
    }
    denied += before ? 0 : 1;
    return before;
  }

  private boolean mayUse(Job.Builder job) throws IOException {
    try {
      authority.requireMayUse(job.build());
      return true;
    } catch (AccessControlException | LineageException mayNot) {
      denied++;
      return false;
    }
  }
}
