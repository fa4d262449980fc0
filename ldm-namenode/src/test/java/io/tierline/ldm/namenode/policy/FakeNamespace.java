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
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;

/** A namespace in which every path exists that is not said to be missing. */
final class FakeNamespace implements Namespace {
  final Map<String, Byte> explicit = new HashMap<>();
  final Set<String> missing = new HashSet<>();
  private final Map<String, Long> ids = new HashMap<>();
  String quota = "none";
  String snapshottable = "none";
  boolean broken;
  int looks;
  Runnable onSet = () -> {};

  @Override
  public byte policyOf(String path) throws IOException {
    looks++;
    if (broken) {
      throw new IOException("in safe mode");
    }
    if (missing.contains(path)) {
      return MISSING;
    }
    for (String at = path; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      if (explicit.containsKey(at)) {
        return explicit.get(at);
      }
    }
    return explicit.getOrDefault("/", (byte) 0);
  }

  @Override
  public void set(String path, String policy) throws IOException {
    try {
      onSet.run();
    } catch (UncheckedIOException refused) {
      throw refused.getCause();
    }
    explicit.put(path, StoragePolicy.valueOf(policy).value());
  }

  @Override
  public void unset(String path) {
    explicit.remove(path);
  }

  @Override
  public long idOf(String path) {
    return missing.contains(path) ? NO_ID : ids.computeIfAbsent(path, p -> ids.size() + 1L);
  }

  @Override
  public String pathOf(long id) {
    return ids.entrySet().stream()
        .filter(entry -> entry.getValue() == id && !missing.contains(entry.getKey()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  @Override
  public boolean isInSnapshots(String path) {
    return path.startsWith(snapshottable);
  }

  @Override
  public boolean limitsSsd(String path) {
    return path.startsWith(quota);
  }

  void rename(String from, String to) {
    ids.put(to, ids.remove(from));
    explicit.put(to, explicit.remove(from));
    missing.add(from);
  }
}
