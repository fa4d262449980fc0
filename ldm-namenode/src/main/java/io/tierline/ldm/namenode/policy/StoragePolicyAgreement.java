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
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.rating.Medium;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/**
 * Keeps HDFS's own tools in agreement with us: a directory whose blocks we place carries the
 * storage policy that says the same, so that Mover and StoragePolicySatisfier find nothing to undo,
 * a lost fast replica is re-made as one even by the stock policy, and type quotas are charged
 * right. It is set when the directory appears and restored when its lineage ends. A policy that a
 * user chose is never touched, and is what the blocks under it are placed by.
 *
 * <p>HDFS has no policy for "two of three on SSD"; ONE_SSD is the nearest, and a Mover run over
 * such a dataset keeps one. Fast replicas that only spared disks a writing count for nothing here:
 * a Mover run makes up for that writing.
 *
 * <p>Placement threads only leave a note in a bounded map; the namespace is asked and changed by
 * {@link #tick}, on a thread of its own and under no lock.
 */
public final class StoragePolicyAgreement {
  private static final byte NONE = 0;

  /** Directories noted at a time, for each reason to keep off them; of more it is not known. */
  private static final int MOST_NOTED = 10_000;

  /** Ticks after which it is looked for directories that were renamed, and for quotas. */
  static final int SWEEP_TICKS = 60;

  /** Where it is kept which directories carry a policy of ours, and what they had. */
  public interface Memory {
    /** Keeps it, before the policy is set. */
    void remember(String root, String policy, byte before) throws IOException;

    /** Keeps that fast replicas may still be under a root that loses its policy. */
    void leaving(String root, String policy, byte before) throws IOException;

    /** Forgets it, after the policy was restored. */
    void forget(String root) throws IOException;

    /** A memory that ends with this process. */
    Memory NONE =
        new Memory() {
          @Override
          public void remember(String root, String policy, byte before) {}

          @Override
          public void leaving(String root, String policy, byte before) {}

          @Override
          public void forget(String root) {}
        };
  }

  private final Namespace namespace;
  private final Memory memory;
  private final byte defaultPolicy;
  private final boolean enabled;
  private final LdmMetrics metrics;
  private final PolicyFailures failures;
  private final PendingPolicies pending = new PendingPolicies();
  private final OwnPolicies own;
  private volatile long ticks;

  /** Those of ours whose lineage may have ended. */
  private final Set<String> toCheck = new LinkedHashSet<>();

  /**
   * Those of ours that may have been renamed or got a quota, and those that may have lost theirs.
   */
  private final Set<String> toLookFor = new LinkedHashSet<>();

  /** Those that a quota of SSD bytes holds for. */
  private final Set<String> limited = ConcurrentHashMap.newKeySet();

  /** Those that get no policy, since they are in snapshots. */
  private final Set<String> spared = ConcurrentHashMap.newKeySet();

  /**
   * Creates one that owns nothing yet.
   *
   * @param memory keeps what it owns
   * @param defaultPolicy the policy in force where nobody has set one
   * @param enabled whether policies are set at all
   */
  public StoragePolicyAgreement(
      Namespace namespace, Memory memory, byte defaultPolicy, boolean enabled, LdmMetrics metrics) {
    this.namespace = namespace;
    this.memory = memory;
    this.defaultPolicy = defaultPolicy;
    this.enabled = enabled;
    this.metrics = metrics;
    this.failures = new PolicyFailures(metrics);
    this.own = new OwnPolicies(namespace, memory, failures, metrics);
  }

  /**
   * True when the policy in force at a managed path is the default or one of ours, and no quota
   * says how many bytes of SSD may be used there.
   */
  public boolean mayPlace(String root, BlockStoragePolicy asked) {
    return (asked == null || asked.getId() == defaultPolicy || own.isOursAbove(root, asked.getId()))
        && (limited.isEmpty() || !limited.contains(root));
  }

  /**
   * True when a quota says how many bytes of SSD may be used at the root. There HDFS's own rules
   * hold: under a policy of ours a job would be charged for SSDs and fail where it would not have
   * failed without us, and without one the quota would be got round.
   */
  public boolean isLimited(String root) {
    try {
      boolean is = enabled && namespace.limitsSsd(root);
      if (is && limited.size() < MOST_NOTED) {
        limited.add(root);
      } else {
        limited.remove(root);
      }
      return is;
    } catch (IOException e) {
      return limited.contains(root);
    }
  }

  /** Takes over a policy of ours that an earlier process or another NameNode has set. */
  synchronized void resume(String root, String policy, byte before) {
    own.resume(root, policy, before);
    toCheck.add(root);
    toLookFor.add(root);
  }

  /** Forgets everything here, without a change to the namespace: another has taken over. */
  public synchronized void release() {
    pending.clear();
    own.clear();
    toCheck.clear();
    toLookFor.clear();
    limited.clear();
    spared.clear();
  }

  /**
   * Notes that a block is being placed under the root.
   *
   * @param asked the policy in force there, which is to be the default or one of ours; null when
   *     none is known
   */
  public void placing(String root, PlacementPlan plan, BlockStoragePolicy asked) {
    int fast = plan.claimed(Medium.SSD);
    boolean settled = asked != null && asked.getId() != defaultPolicy;
    // Roots are as many as datasets, so each look for one is of memory that no cache holds.
    boolean mayWait = enabled && fast > 0 && !settled && !pending.isFull();
    if (mayWait && (spared.isEmpty() || !spared.contains(root))) {
      boolean all = fast == plan.replicas().size();
      pending.note(
          root,
          all && fast > 1
              ? HdfsConstants.ALLSSD_STORAGE_POLICY_NAME
              : HdfsConstants.ONESSD_STORAGE_POLICY_NAME);
    }
  }

  /**
   * True when migration may move blocks of a file: the policy in force is the default, or one that
   * stands on the root or above it is ours.
   */
  public boolean mayMigrate(String root, byte inForce) {
    return inForce == NONE || inForce == defaultPolicy || own.isOursAbove(root, inForce);
  }

  /**
   * Sets the policy of a root whose blocks are about to be moved up, so that the Mover agrees, and
   * so that the NameNode that is active next knows of fast replicas there.
   */
  public synchronized void promoting(String root, boolean all) {
    String policy =
        all ? HdfsConstants.ALLSSD_STORAGE_POLICY_NAME : HdfsConstants.ONESSD_STORAGE_POLICY_NAME;
    if (enabled && !isSettled(root, policy) && !pending.isFull()) {
      pending.put(root, policy);
    }
  }

  /** How often it was looked at what to set: a note stands at least until the next time. */
  public long rounds() {
    return ticks;
  }

  /** How many directories carry a policy of ours. */
  public int ownCount() {
    return own.roots().size();
  }

  /** Sets no policy that is still to be set. */
  public synchronized void setNoMore() {
    pending.clear();
  }

  /** Gives the root its own policy back before its blocks are moved down. */
  public synchronized void release(String root) {
    pending.drop(root);
    own.restore(root);
  }

  /**
   * Sets what is due and restores what has ended, as long as it may; what is left is done by the
   * next calls.
   *
   * @param managed whether a path still is the root of a managed dataset
   * @param changed whether that may be answered differently than at the last call
   * @param goOn asked after each directory
   */
  public synchronized void tick(Predicate<String> managed, boolean changed, BooleanSupplier goOn) {
    ticks++;
    if (changed) {
      toCheck.addAll(own.roots());
    }
    if (ticks % SWEEP_TICKS == 0) {
      toLookFor.addAll(own.roots());
      toLookFor.addAll(limited);
      toLookFor.addAll(spared);
    }
    pending.beginRound(ticks);
    setDue(managed, goOn);
    restoreEnded(managed, goOn);
    lookFor(goOn);
  }

  private void setDue(Predicate<String> managed, BooleanSupplier goOn) {
    boolean more = true;
    while (more) {
      String root = pending.poll();
      if (root == null) {
        return;
      }
      String policy = pending.policyFor(root);
      if (policy != null) {
        if (!managed.test(root) || isSettled(root, policy)) {
          pending.drop(root);
        } else {
          pending.missed(root, ticks);
        }
      }
      more = goOn.getAsBoolean();
    }
  }

  private void restoreEnded(Predicate<String> managed, BooleanSupplier goOn) {
    List<String> failing = new ArrayList<>();
    Iterator<String> roots = toCheck.iterator();
    boolean more = true;
    while (more && roots.hasNext()) {
      String root = roots.next();
      roots.remove();
      if (own.has(root) && !managed.test(root) && !own.restore(root)) {
        failing.add(root);
      }
      more = goOn.getAsBoolean();
    }
    toCheck.addAll(failing);
  }

  private void lookFor(BooleanSupplier goOn) {
    List<String> failing = new ArrayList<>();
    Iterator<String> roots = toLookFor.iterator();
    boolean more = true;
    while (more && roots.hasNext()) {
      String root = roots.next();
      roots.remove();
      boolean mayNotKeep = isLimited(root);
      if (spared.contains(root) && !isInSnapshots(root)) {
        spared.remove(root);
      }
      if (!(mayNotKeep ? own.restore(root) : own.follow(root))) {
        failing.add(root);
      }
      more = goOn.getAsBoolean();
    }
    toLookFor.addAll(failing);
  }

  private boolean isSettled(String root, String policy) {
    try {
      byte now = namespace.policyOf(root);
      if (now == Namespace.MISSING) {
        return false;
      }
      if (isLimited(root)) {
        return own.restore(root);
      }
      if (!own.has(root) && namespace.isInSnapshots(root)) {
        spare(root, policy, now);
      } else if (now == NONE || now == defaultPolicy) {
        toCheck.add(root);
        own.set(root, policy, now);
      }
      return true;
    } catch (IOException e) {
      failures.add("set", root, e);
      return true;
    }
  }

  /** A change of its policy would show as one of the user's between two snapshots. */
  private void spare(String root, String policy, byte now) throws IOException {
    if (spared.size() < MOST_NOTED && spared.add(root)) {
      metrics.storagePoliciesSpared.incr();
      // No policy tells the NameNode that is active next of fast replicas there.
      memory.leaving(root, policy, now);
    }
  }

  private boolean isInSnapshots(String root) {
    try {
      return namespace.isInSnapshots(root);
    } catch (IOException e) {
      return true;
    }
  }

  /** The policy of ours that the path carries, or null. */
  public String policyOn(String root) {
    return own.policyOn(root);
  }
}
