/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** Reads the configurations of submitted jobs. */
@FunctionalInterface
interface JobXml {
  /** The properties that tell lineage, with variables filled in. */
  Map<String, String> read(Path file, String user) throws IOException;
}
