/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import io.tierline.ldm.limits.UserLimits;
import io.tierline.ldm.namenode.config.LdmSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Which limits a user has. They may follow from his groups, for which somebody else may have to be
 * asked who takes his time; so they are found before a lock is taken, and remembered.
 */
public final class LimitsByUser {
  /** Users remembered; with more it begins anew, so that names nobody has take no memory. */
  private static final int MOST = 10_000;

  private final NameNode nameNode;
  private final Supplier<LdmSettings> settings;
  private final Map<String, UserLimits> known = new ConcurrentHashMap<>();

  public LimitsByUser(NameNode nameNode, Supplier<LdmSettings> settings) {
    this.nameNode = nameNode;
    this.settings = settings;
  }

  /** The limits of that user, as they were found last; never waits. */
  public UserLimits of(String user) {
    UserLimits found = known.get(user);
    return found != null ? found : settings.get().limits().book().of(user, List.of(), false);
  }

  /**
   * The limits of that user, none while they have not been found: what was spent is counted anyway,
   * and nobody is held to limits that are not his.
   */
  public UserLimits ofKnown(String user) {
    return known.getOrDefault(user, UserLimits.NONE);
  }

  /** Finds the limits of whoever sends a request. */
  public void learn(UserGroupInformation user) throws IOException {
    LdmSettings now = settings.get();
    boolean exempt = now.admins().isUserAllowed(user) || Administrators.isSuperuser(nameNode, user);
    Set<String> groups = now.limits().book().hasGroups() ? user.getGroupsSet() : Set.of();
    if (known.size() >= MOST) {
      known.clear();
    }
    known.put(
        user.getShortUserName(), now.limits().book().of(user.getShortUserName(), groups, exempt));
  }

  /** Finds the limits of a user that somebody else tells of; his groups are asked for once. */
  public void learn(String user) throws IOException {
    if (!known.containsKey(user)) {
      learn(UserGroupInformation.createRemoteUser(user));
    }
  }

  /** Has all limits found anew: others are configured. */
  public void forget() {
    known.clear();
  }
}
