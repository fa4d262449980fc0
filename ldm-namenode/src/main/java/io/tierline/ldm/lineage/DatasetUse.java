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
 * One use of a dataset by a job.
 *
 * @param dataset what is used
 * @param access whether it is read or written
 * @param inferred true when the definition does not state the use and it was concluded, for example
 *     from the path that an action deletes before it runs; inferred uses never raise conflicts
 */
public record DatasetUse(DatasetPath dataset, Access access, boolean inferred) {
  /** Checks that nothing is missing. */
  public DatasetUse {
    Objects.requireNonNull(dataset, "dataset");
    Objects.requireNonNull(access, "access");
  }

  /** A stated read of the dataset. */
  public static DatasetUse reads(DatasetPath dataset) {
    return new DatasetUse(dataset, Access.READ, false);
  }

  /** A stated write of the dataset. */
  public static DatasetUse writes(DatasetPath dataset) {
    return new DatasetUse(dataset, Access.WRITE, false);
  }
}
