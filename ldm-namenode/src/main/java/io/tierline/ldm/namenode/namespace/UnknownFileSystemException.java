/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import io.tierline.ldm.settings.LineageKeys;

/** A path is of an HDFS that is neither known as this one nor as another. */
public final class UnknownFileSystemException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnknownFileSystemException(String fileSystem) {
    super(
        fileSystem
            + " is not known, neither as this file system nor as another: an administrator names it"
            + " in "
            + LineageKeys.FILE_SYSTEM_NAMES
            + " (this one, such as a router's name) or "
            + LineageKeys.FILE_SYSTEM_OTHERS);
  }
}
