/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.policy;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.rating.Medium;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(StoragePolicyAgreement.class);
  private static final byte NONE = 0;

  /** Directories waited for at a time; more are dropped, and noted again with their next block. */
  static final int MAX_PENDING = 10_000;

  /**
   * A directory that is not there is looked for again after 1, 2, 4 … ticks, and this often at the
   * most: by ticks of a second, for more than an hour.
   */
  static final int MOST_LOOKS = 12;

  /** How often a directory was looked for in vain, and the tick it is looked for again. */
  private record Absent(int looks, long nextTick) {}

  /** Ticks after which it is looked for directories that were renamed, and for quotas. */
  static final int SWEEP_TICKS = 60;

  /** A directory that carries a policy of ours; its id is not known before it was looked for. */
  private record Owned(String policy, byte before, long id) {
    boolean is(byte inForce) {
      return HdfsConstants.StoragePolicy.valueOf(policy).value() == inForce;
    }
  }

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
  private final Map<String, String> pending = new ConcurrentHashMap<>();
  private final Map<String, Owned> owned = new ConcurrentHashMap<>();

  /** Of those pending, what this round has still to come to. */
  private final Deque<String> due = new ArrayDeque<>();

  /** Of those pending, what was not there when it was looked for. */
  private final Map<String, Absent> absent = new HashMap<>();

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

  private final Set<String> logged = ConcurrentHashMap.newKeySet();

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
  }

  /**
   * True when the policy in force at a managed path is the default or one of ours, and no quota
   * says how many bytes of SSD may be used there.
   */
  public boolean mayPlace(String root, BlockStoragePolicy asked) {
    return (asked == null || asked.getId() == defaultPolicy || isOursAbove(root, asked.getId()))
        && (limited.isEmpty() || !limited.contains(root));
  }

  /** A policy that a user has set in place of ours is his. */
  private boolean isOursAbove(String root, byte inForce) {
    for (String path = root; !path.isEmpty(); path = path.substring(0, path.lastIndexOf('/'))) {
      Owned ours = owned.get(path);
      if (ours != null) {
        return ours.is(inForce);
      }
    }
    Owned top = owned.get("/");
    return top != null && top.is(inForce);
  }

  /**
   * True when a quota says how many bytes of SSD may be used at the root. There HDFS's own rules
   * hold: under a policy of ours a job would be charged for SSDs and fail where it would not have
   * failed without us, and without one the quota would be got round.
   */
  public boolean isLimited(String root) {
    try {
      boolean is = enabled && namespace.limitsSsd(root);
      if (is && limited.size() < MAX_PENDING) {
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
    owned.put(root, new Owned(policy, before, Namespace.NO_ID));
    toCheck.add(root);
    toLookFor.add(root);
  }

  /** Forgets everything here, without a change to the namespace: another has taken over. */
  public synchronized void release() {
    pending.clear();
    due.clear();
    absent.clear();
    owned.clear();
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
    boolean mayWait = enabled && fast > 0 && !settled && pending.size() < MAX_PENDING;
    if (mayWait && (spared.isEmpty() || !spared.contains(root))) {
      boolean all = fast == plan.replicas().size();
      pending.putIfAbsent(
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
    return inForce == NONE || inForce == defaultPolicy || isOursAbove(root, inForce);
  }

  /**
   * Sets the policy of a root whose blocks are about to be moved up, so that the Mover agrees, and
   * so that the NameNode that is active next knows of fast replicas there.
   */
  public synchronized void promoting(String root, boolean all) {
    String policy =
        all ? HdfsConstants.ALLSSD_STORAGE_POLICY_NAME : HdfsConstants.ONESSD_STORAGE_POLICY_NAME;
    if (enabled && !isSettled(root, policy) && pending.size() < MAX_PENDING) {
      pending.put(root, policy);
      absent.remove(root);
    }
  }

  /** How often it was looked at what to set: a note stands at least until the next time. */
  public long rounds() {
    return ticks;
  }

  /** How many directories carry a policy of ours. */
  public int ownCount() {
    return owned.size();
  }

  /** Sets no policy that is still to be set. */
  public synchronized void setNoMore() {
    pending.clear();
    due.clear();
    absent.clear();
  }

  /** Gives the root its own policy back before its blocks are moved down. */
  public synchronized void release(String root) {
    drop(root);
    Owned ours = owned.get(root);
    if (ours != null) {
      restore(root, ours);
    }
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
      toCheck.addAll(owned.keySet());
    }
    if (ticks % SWEEP_TICKS == 0) {
      toLookFor.addAll(owned.keySet());
      toLookFor.addAll(limited);
      toLookFor.addAll(spared);
    }
    if (due.isEmpty()) {
      pending.keySet().stream().filter(this::isToBeLookedFor).forEach(due::add);
    }
    boolean more = true;
    while (more && !due.isEmpty()) {
      String root = due.poll();
      String policy = pending.get(root);
      if (policy != null) {
        if (!managed.test(root) || isSettled(root, policy)) {
          drop(root);
        } else {
          missed(root);
        }
      }
      more = goOn.getAsBoolean();
    }
    restoreEnded(managed, goOn);
    lookFor(goOn);
  }

  private boolean isToBeLookedFor(String root) {
    Absent missing = absent.get(root);
    return missing == null || missing.nextTick() <= ticks;
  }

  /** A committer may move a dataset to its place long after its blocks were written, or never. */
  private void missed(String root) {
    Absent before = absent.get(root);
    int looks = before == null ? 1 : before.looks() + 1;
    if (looks > MOST_LOOKS) {
      drop(root);
    } else {
      absent.put(root, new Absent(looks, ticks + (1L << (looks - 1))));
    }
  }

  private void drop(String root) {
    pending.remove(root);
    absent.remove(root);
  }

  private void restoreEnded(Predicate<String> managed, BooleanSupplier goOn) {
    List<String> failing = new ArrayList<>();
    Iterator<String> roots = toCheck.iterator();
    boolean more = true;
    while (more && roots.hasNext()) {
      String root = roots.next();
      roots.remove();
      Owned ours = owned.get(root);
      if (ours != null && !managed.test(root)) {
        if (!restore(root, ours)) {
          failing.add(root);
        }
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
      Owned ours = owned.get(root);
      if (spared.contains(root) && !isInSnapshots(root)) {
        spared.remove(root);
      }
      if (ours != null && !(mayNotKeep ? restore(root, ours) : isFollowed(root, ours))) {
        failing.add(root);
      }
      more = goOn.getAsBoolean();
    }
    toLookFor.addAll(failing);
  }

  /** Returns false when it has to be tried again. */
  private boolean isFollowed(String root, Owned ours) {
    try {
      long id = namespace.idOf(root);
      if (ours.id() == Namespace.NO_ID && id != Namespace.NO_ID) {
        owned.put(root, new Owned(ours.policy(), ours.before(), id));
      } else if (ours.id() != id) {
        return restore(root, ours);
      }
      return true;
    } catch (IOException e) {
      failed("look for", root, e);
      return false;
    }
  }

  private boolean isSettled(String root, String policy) {
    try {
      byte now = namespace.policyOf(root);
      if (now == Namespace.MISSING) {
        return false;
      }
      Owned ours = owned.get(root);
      if (isLimited(root)) {
        return ours == null || restore(root, ours);
      }
      if (ours == null && namespace.isInSnapshots(root)) {
        spare(root, policy, now);
      } else if (now == NONE || now == defaultPolicy) {
        long id = namespace.idOf(root);
        if (ours != null && ours.id() != Namespace.NO_ID && ours.id() != id) {
          // Another directory has taken the place of one that was renamed.
          restore(root, ours);
        }
        setOurs(root, new Owned(policy, now, id));
      }
      return true;
    } catch (IOException e) {
      return failed("set", root, e);
    }
  }

  /** A change of its policy would show as one of the user's between two snapshots. */
  private void spare(String root, String policy, byte now) throws IOException {
    if (spared.size() < MAX_PENDING && spared.add(root)) {
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

  private void setOurs(String root, Owned ours) throws IOException {
    // Known as ours before anybody can see it: a block asked for in between is not a user's case.
    Owned before = owned.put(root, ours);
    toCheck.add(root);
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
      failed("forget", root, e);
    }
  }

  /** Returns false when it has to be tried again. */
  private boolean restore(String root, Owned ours) {
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
      failed("restore", root, e);
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

  private boolean failed(String what, String root, IOException e) {
    metrics.storagePolicyFailures.incr();
    if (logged.size() < MAX_PENDING && logged.add(what + root)) {
      LOG.warn(
          "LDM could not {} the storage policy of {}: {}",
          what,
          Printable.of(root),
          Printable.of(e.toString()));
    }
    return true;
  }

  /** The policy of ours that the path carries, or null. */
  public String policyOn(String root) {
    Owned ours = owned.get(root);
    return ours == null ? null : ours.policy();
  }
}
