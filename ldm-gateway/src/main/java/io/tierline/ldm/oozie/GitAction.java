/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Access;

/** Clones a repository into a directory. */
final class GitAction implements ActionReader {
  @Override
  public void read(ActionScope scope) {
    scope
        .body()
        .childText("destination-uri")
        .ifPresent(path -> scope.uses(Access.WRITE, scope.evaluate(path)));
  }
}
