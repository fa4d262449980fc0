/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

/**
 * Where a block is written from.
 *
 * @param node the DataNode's identity, or "" when the writer is not a DataNode
 * @param rack its network location, or "" when not known
 */
public record Place(String node, String rack) {
  /** A writer outside the cluster: everything is remote. */
  public static final Place OUTSIDE = new Place("", "");
}
