/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.hbase.mob.MobFileCache;

/** Opens regions as a region server does, without one. */
public final class RegionsWithMobFiles {

  private RegionsWithMobFiles() {}

  /** Opens a region that has been made, with what its region server would give it. */
  public static HRegion open(HRegion made, MobFileCache files) throws IOException {
    made.setMobFileCache(files);
    made.getMVCC().advanceTo(made.initialize(null));
    return made;
  }
}
