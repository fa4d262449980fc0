/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.exit;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * What is to be done when a signal ends the DataNode ({@code hdfs --daemon stop}): HDFS closes
 * neither its dataset nor its plug-ins then. The signal's sender may not wait, so nothing may
 * depend on that it is done.
 */
public final class AtExit {
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  private final Runnable work;

  private AtExit(Runnable work) {
    this.work = work;
  }

  /** Has that done when the process ends, unless it is taken back before. It must not throw. */
  public static AtExit run(Runnable work) {
    AtExit made = new AtExit(work);
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().addShutdownHook(work, PRIORITY);
    }
    return made;
  }

  /** It was done before the end. Does nothing when that has begun. */
  public void cancel() {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(work);
    }
  }
}
