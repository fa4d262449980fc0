/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import java.io.IOException;

/** {@code POST /ldm/v1/uninstall} takes LDM out; GET says how far that is. Administrators only. */
final class UninstallResource {
  private UninstallResource() {}

  static Answer progress(Asked asked) {
    return Answer.ok(asked.parts().uninstall().progress());
  }

  static Answer begin(Asked asked) throws IOException {
    return asked.logged(
        "",
        () -> {
          asked.parts().uninstall().begin(asked.user());
          return progress(asked);
        });
  }
}
