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
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.live.Uses;

/** Tells paths on this cluster from those on others, in whatever names they. */
public final class Localiser {
  private final OwnFileSystems fileSystems;
  private final KnownUses knownUses;

  /** By these file systems. */
  public Localiser(OwnFileSystems fileSystems, KnownUses knownUses) {
    this.fileSystems = fileSystems;
    this.knownUses = knownUses;
  }

  /** The workflow with every path on this cluster told from those on others. */
  public Workflow localise(Workflow workflow) {
    return workflow.mapDatasets(this::localise);
  }

  /** The path as this cluster's own, if it is. */
  public DatasetPath localise(DatasetPath dataset) {
    return fileSystems.localise(dataset);
  }

  /** What a job was seen to use, without what lies where it is not known whether that is here. */
  public Uses localise(Uses seen) {
    return seen.only(knownUses::isKnown).map(this::localise);
  }
}
