/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import io.tierline.ldm.namenode.metrics.LdmMetrics;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/**
 * Directories that carry a storage policy of ours, with the one they had before. A directory is
 * known by its id, too, so that one that was renamed gets its own policy back in its new place.
 * Policies are set and restored by one thread at a time; any may ask meanwhile.
 */
final class OwnPolicies {
  private static final byte NONE = 0;

  /** What a directory carries; its id is not known before it was looked for. */
  private record Owned(String policy, byte before, long id) {
    boolean is(byte inForce) {
      return HdfsConstants.StoragePolicy.valueOf(policy).value() == inForce;
    }
  }

  private final Namespace namespace;
  private final StoragePolicyAgreement.Memory memory;
  private final PolicyFailures failures;
  private final LdmMetrics metrics;
  private final Map<String, Owned> owned = new ConcurrentHashMap<>();

  OwnPolicies(
      Namespace namespace,
      StoragePolicyAgreement.Memory memory,
      PolicyFailures failures,
      LdmMetrics metrics) {
    this.namespace = namespace;
    this.memory = memory;
    this.failures = failures;
    this.metrics = metrics;
  }

  /**
   * Whether the policy in force at a path is ours, of the nearest directory that carries one. What
   * a user has set in place of ours is his.
   */
  boolean isOursAbove(String root, byte inForce) {
    for (String path = root; !path.isEmpty(); path = path.substring(0, path.lastIndexOf('/'))) {
      Owned ours = owned.get(path);
      if (ours != null) {
        return ours.is(inForce);
      }
    }
    Owned top = owned.get("/");
    return top != null && top.is(inForce);
  }

  /** Whether the directory carries one. */
  boolean has(String root) {
    return owned.containsKey(root);
  }

  /** What the directory carries, or null. */
  String policyOn(String root) {
    Owned ours = owned.get(root);
    return ours == null ? null : ours.policy();
  }

  /** All of them, as they are when looked at. */
  Set<String> roots() {
    return owned.keySet();
  }

  /** Takes over a policy that an earlier process or another NameNode has set. */
  void resume(String root, String policy, byte before) {
    owned.put(root, new Owned(policy, before, Namespace.NO_ID));
  }

  /** Forgets everything here, without a change to the namespace. */
  void clear() {
    owned.clear();
  }

  /**
   * Sets it.
   *
   * @param before the policy that the directory has
   */
  void set(String root, String policy, byte before) throws IOException {
    long id = namespace.idOf(root);
    Owned ours = owned.get(root);
    if (ours != null && ours.id() != Namespace.NO_ID && ours.id() != id) {
      // Another directory has taken the place of one that was renamed.
      restore(root);
    }
    set(root, new Owned(policy, before, id));
  }

  private void set(String root, Owned ours) throws IOException {
    // Known as ours before anybody can see it: a block asked for in between is not a user's case.
    Owned before = owned.put(root, ours);
    boolean set = false;
    try {
      // What a crash leaves in between does no harm: a policy that is not ours is not restored.
      memory.remember(root, ours.policy(), ours.before());
      namespace.set(root, ours.policy());
      set = true;
      metrics.storagePoliciesSet.incr();
    } finally {
      if (!set && before == null) {
        owned.remove(root);
        forgetAttempt(root);
      }
    }
  }

  private void forgetAttempt(String root) {
    try {
      memory.forget(root);
    } catch (IOException e) {
      // Kept as ours and not in force: the next to load it finds nothing to restore.
      failures.add("forget", root, e);
    }
  }

  /**
   * Looks whether it is still the same directory, and restores the policy where it is not.
   *
   * @return false when it has to be tried again
   */
  boolean follow(String root) {
    Owned ours = owned.get(root);
    if (ours == null) {
      return true;
    }
    try {
      long id = namespace.idOf(root);
      if (ours.id() == Namespace.NO_ID && id != Namespace.NO_ID) {
        owned.put(root, new Owned(ours.policy(), ours.before(), id));
      } else if (ours.id() != id) {
        return restore(root);
      }
      return true;
    } catch (IOException e) {
      failures.add("look for", root, e);
      return false;
    }
  }

  /**
   * Gives a directory back what it had, wherever it is now.
   *
   * @return false when it has to be tried again
   */
  boolean restore(String root) {
    Owned ours = owned.get(root);
    if (ours == null) {
      return true;
    }
    try {
      String now = ours.id() == Namespace.NO_ID ? root : namespace.pathOf(ours.id());
      if (now != null) {
        restoreAt(now, ours);
      }
      memory.leaving(root, ours.policy(), ours.before());
      if (now != null && !now.equals(root)) {
        memory.leaving(now, ours.policy(), ours.before());
      }
      memory.forget(root);
      owned.remove(root);
      return true;
    } catch (IOException e) {
      failures.add("restore", root, e);
      return false;
    }
  }

  private void restoreAt(String path, Owned ours) throws IOException {
    // Otherwise it is gone, or a user has changed it since.
    if (ours.is(namespace.policyOf(path))) {
      namespace.unset(path);
      byte inherited = namespace.policyOf(path);
      if (inherited != ours.before() && ours.before() != NONE) {
        namespace.set(path, HdfsConstants.HOT_STORAGE_POLICY_NAME);
      }
      metrics.storagePoliciesRestored.incr();
    }
  }
}
