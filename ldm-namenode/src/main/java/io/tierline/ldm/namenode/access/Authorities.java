/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.registry.LineageRegistry;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Says what callers may do.
 *
 * @param settings in force
 * @param ownership whose word counts where
 * @param table the storages of now, by which it is told how much a registration would bring up
 */
public record Authorities(
    NameNode nameNode,
    Supplier<LdmSettings> settings,
    LineageRegistry registry,
    Administrators administrators,
    Ownership ownership,
    Supplier<GlobalStorageTable> table) {
  /** What that caller may do; for one request. */
  public Authority of(UserGroupInformation caller) throws IOException {
    return new Authority(this, caller);
  }

  /** What a user may do who is not here himself. */
  Authority of(String user) throws IOException {
    return of(UserGroupInformation.createRemoteUser(user));
  }
}
