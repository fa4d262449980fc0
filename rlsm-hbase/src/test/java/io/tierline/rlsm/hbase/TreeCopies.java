/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** A file system that copies a directory, with all that is below, for next to nothing. */
interface TreeCopies {

  /** Copies what is there and was flushed; what is at the target is gone then. */
  void copyTree(Path from, Path to) throws IOException;
}
