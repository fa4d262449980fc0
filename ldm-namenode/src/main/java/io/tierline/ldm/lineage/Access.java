/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

/** What a job does with a dataset. */
public enum Access {
  /** The job consumes the dataset: it adds one to the reusability of the dataset's blocks. */
  READ,
  /** The job produces the dataset: its blocks are placed by those who will read them. */
  WRITE
}
