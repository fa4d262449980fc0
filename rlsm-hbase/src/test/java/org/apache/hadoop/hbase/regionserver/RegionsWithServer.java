/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

/** Gives an open region a region server, without starting one. */
public final class RegionsWithServer {

  private RegionsWithServer() {}

  /**
   * The region is the server's from now on.
   *
   * @param server null: nobody's
   */
  public static void give(HRegion region, RegionServerServices server) {
    region.rsServices = server;
  }
}
