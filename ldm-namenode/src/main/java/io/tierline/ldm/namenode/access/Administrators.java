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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;

/** Who administers LDM: HDFS's superuser, and whoever is named in {@code tierline.ldm.admins}. */
public final class Administrators {
  private final NameNode nameNode;
  private final Supplier<LdmSettings> settings;

  /** Of that NameNode, by the settings in force. */
  public Administrators(NameNode nameNode, Supplier<LdmSettings> settings) {
    this.nameNode = nameNode;
    this.settings = settings;
  }

  /** Whether that user is one, by his groups too; may take long. */
  public boolean has(UserGroupInformation user) throws IOException {
    return isSuperuser(nameNode, user) || settings.get().admins().isUserAllowed(user);
  }

  /** Whether the user of that name is one; false where it cannot be told. */
  boolean has(String user) {
    try {
      return has(UserGroupInformation.createRemoteUser(user));
    } catch (IOException notTold) {
      return false;
    }
  }

  /** Tells administrators by their names alone, which asks nobody for groups. */
  Predicate<String> byName() {
    String superuser;
    try {
      superuser = UserGroupInformation.getLoginUser().getShortUserName();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return user -> {
      AccessControlList admins = settings.get().admins();
      return user.equals(superuser) || admins.isAllAllowed() || admins.getUsers().contains(user);
    };
  }

  /** True for HDFS's own superuser, and for members of its supergroup. */
  static boolean isSuperuser(NameNode nameNode, UserGroupInformation user) throws IOException {
    String owner = UserGroupInformation.getLoginUser().getShortUserName();
    String group =
        nameNode
            .getConf()
            .get(
                DFSConfigKeys.DFS_PERMISSIONS_SUPERUSERGROUP_KEY,
                DFSConfigKeys.DFS_PERMISSIONS_SUPERUSERGROUP_DEFAULT);
    return user.getShortUserName().equals(owner) || user.getGroupsSet().contains(group);
  }
}
