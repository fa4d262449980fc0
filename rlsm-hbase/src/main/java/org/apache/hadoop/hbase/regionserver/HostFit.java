/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

/** Tells before anything of ours is asked whether RLSM was compiled for this HBase. */
public final class HostFit {

  private HostFit() {}

  /**
   * Refuses an HBase whose scanners take other cells: calls would come to no method of ours.
   *
   * @param scanner HBase's type of scanners
   * @throws LinkageError if RLSM was compiled for another HBase
   */
  public static void require(Class<?> scanner) {
    try {
      scanner.getMethod("seek", HostFileScanner.CELL);
    } catch (NoSuchMethodException e) {
      LinkageError misfit =
          new NoSuchMethodError(
              "scanners of this HBase do not take %s, for which this jar of RLSM was compiled"
                  .formatted(HostFileScanner.CELL.getName()));
      misfit.initCause(e);
      throw misfit;
    }
  }
}
