/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;

/** A namespace in which a directory stands, and only storage policies change. */
public final class StandingDirectory implements Namespace {

  private final String directory;
  private final Map<String, Byte> policies = new HashMap<>();

  /** The one directory that every id is of. */
  public StandingDirectory(String directory) {
    this.directory = directory;
  }

  /** The policies that were set, by path. */
  public Map<String, Byte> policies() {
    return policies;
  }

  @Override
  public byte policyOf(String path) {
    return policies.getOrDefault(path, (byte) 0);
  }

  @Override
  public void set(String path, String policy) {
    policies.put(path, StoragePolicy.valueOf(policy).value());
  }

  @Override
  public void unset(String path) {
    policies.remove(path);
  }

  @Override
  public long idOf(String path) {
    return 1;
  }

  @Override
  public String pathOf(long id) {
    return directory;
  }

  @Override
  public boolean isInSnapshots(String path) {
    return false;
  }

  @Override
  public boolean limitsSsd(String path) {
    return false;
  }
}
