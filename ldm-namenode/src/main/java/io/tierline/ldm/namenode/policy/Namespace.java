/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import java.io.IOException;

/** What {@link StoragePolicyAgreement} asks of the namespace and changes in it. */
public interface Namespace {
  /** What {@link #policyOf} returns for a path that does not exist. */
  byte MISSING = -1;

  /** What {@link #idOf} returns for a path that does not exist. */
  long NO_ID = -1;

  /** The id of the storage policy in force at the path: 0 when none is set, or {@link #MISSING}. */
  byte policyOf(String path) throws IOException;

  void set(String path, String policy) throws IOException;

  void unset(String path) throws IOException;

  /** What stays the same when the file or directory is renamed; {@link #NO_ID} for none. */
  long idOf(String path) throws IOException;

  /** Where the file or directory of that id is now; null when it is gone. */
  String pathOf(long id) throws IOException;

  /**
   * True when no storage policy is to be set at the path, since the differences between snapshots
   * would show it as a change of the user's.
   */
  boolean isInSnapshots(String path) throws IOException;

  /** True when a quota says how many bytes of SSD may be used at the path. */
  boolean limitsSsd(String path) throws IOException;
}
