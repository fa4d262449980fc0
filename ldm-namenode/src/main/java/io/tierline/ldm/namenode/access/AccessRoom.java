/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import io.tierline.ldm.namenode.namespace.Localiser;
import java.io.IOException;

/**
 * What this room offers to requests.
 *
 * @param localiser tells which paths that are stated lie in this namespace
 */
public record AccessRoom(
    Ownership owners, Authorities authorities, LimitsByUser limits, Localiser localiser) {

  /** Tells which of what is stated in a user's name he may use. */
  public AllowedUses allowed(String user) throws IOException {
    return new AllowedUses(authorities, localiser, user);
  }
}
