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
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;

/**
 * Lets one step fail, before or after it was done. Steps of the log do not count: a server that
 * cannot write its log ends itself, which is a kill.
 */
final class FailingStep implements FaultyFileSystem.Probe {

  private final int number;
  private final boolean done;
  private final boolean placing;
  private final boolean error;
  private final Set<String> placed = new HashSet<>();
  private int before;
  private int after;
  private String failed;

  /**
   * A step to fail.
   *
   * @param number which one, from 1
   * @param done whether it has been done when it fails, as when only the answer was lost
   * @param placing whether only steps count that move a file to its place or use it there
   * @param error whether it fails with an Error, as for want of memory
   */
  FailingStep(int number, boolean done, boolean placing, boolean error) {
    this.error = error;
    this.number = number;
    this.done = done;
    this.placing = placing;
  }

  /** The step that has failed; null if there were not so many. */
  String failed() {
    return failed;
  }

  @Override
  public void before(FaultyFileSystem.Step step, Path path) throws IOException {
    if (step == FaultyFileSystem.Step.RENAME) {
      placed.add(path.getName());
    }
    if (counts(path) && ++before == number && !done) {
      fail("before", step, path);
    }
  }

  @Override
  public void after(FaultyFileSystem.Step step, Path path) throws IOException {
    if (counts(path) && ++after == number && done) {
      fail("after", step, path);
    }
  }

  private boolean counts(Path path) {
    return (!placing || placed.contains(path.getName()))
        && !path.toString().contains(HConstants.HREGION_LOGDIR_NAME);
  }

  private void fail(String when, FaultyFileSystem.Step step, Path path) throws IOException {
    failed = when + " " + step + " " + path.getParent().getName() + "/" + path.getName();
    if (error) {
      throw new OutOfMemoryError("injected " + failed);
    }
    throw new IOException("injected " + failed);
  }
}
