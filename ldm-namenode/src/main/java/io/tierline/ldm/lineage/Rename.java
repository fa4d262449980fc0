/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.Objects;

/**
 * A move of a dataset inside a workflow. It touches no block, so the readers of the target are the
 * readers of the blocks that were written under the source.
 *
 * @param source the path the blocks were written under
 * @param target the path they are read under
 */
public record Rename(DatasetPath source, DatasetPath target) {
  /** Checks that nothing is missing. */
  public Rename {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
  }
}
