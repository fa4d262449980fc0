/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.settings;

import io.tierline.common.Setting;
import io.tierline.common.Settings;
import io.tierline.common.UnknownKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/**
 * All keys of LDM.
 *
 * <p>Their defaults are never made one of Hadoop's default resources: of those the last one wins
 * that was named, and a plug-in is loaded after its host has read {@code hdfs-site.xml}, so that
 * defaults would override what operators wrote.
 */
public final class LdmKeys {
  /** In the NameNode; described in {@code tierline-ldm-default.xml}. */
  public static final Settings NAMENODE =
      new Settings(
          PlacementKeys.all(),
          ServiceKeys.all(),
          LineageKeys.all(),
          LimitKeys.all(),
          MigrationKeys.all());

  /** In the ResourceManager; described in {@code tierline-ldm-yarn-default.xml}. */
  public static final Settings RESOURCE_MANAGER = new Settings(YarnKeys.all());

  /** What the keys of all parts of Tierline begin with. */
  public static final String PREFIX = "tierline.";

  /** Keys of parts that live elsewhere and tell of their unknown keys there. */
  private static final List<String> ELSEWHERE =
      List.of("tierline.bid.", "tierline.rlsm.", "tierline.gateway.");

  /** What began the keys of a part that has moved, and what begins them there. */
  private static final String OOZIE_BEFORE = "tierline.ldm.oozie.";

  private static final String OOZIE_NOW = "tierline.gateway.oozie.";

  private LdmKeys() {}

  /** The keys of ours that are set in a host's configuration and that nothing reads. */
  public static List<UnknownKey> unknownIn(Configuration conf) {
    Set<String> known = new TreeSet<>(NAMENODE.keys());
    known.addAll(RESOURCE_MANAGER.keys());
    List<String> set = new ArrayList<>();
    for (Map.Entry<String, String> property : conf) {
      String key = property.getKey();
      if (isOurs(key) && !LimitKeys.isOfSomebody(key)) {
        set.add(key);
        known.addAll(limitsOfTheSame(key));
      }
    }
    return UnknownKey.among(set, known).stream().map(LdmKeys::moved).toList();
  }

  private static UnknownKey moved(UnknownKey unknown) {
    return unknown.key().startsWith(OOZIE_BEFORE)
        ? new UnknownKey(
            unknown.key(),
            Optional.of(
                OOZIE_NOW
                    + unknown.key().substring(OOZIE_BEFORE.length())
                    + " of the lineage gateway"))
        : unknown;
  }

  private static boolean isOurs(String key) {
    return key.startsWith(PREFIX) && ELSEWHERE.stream().noneMatch(key::startsWith);
  }

  /** What a key that means a limit of a user or a group, and names none, can have meant. */
  private static Collection<String> limitsOfTheSame(String key) {
    if (!key.startsWith(LimitKeys.PREFIX)) {
      return List.of();
    }
    String whose = key.substring(0, key.lastIndexOf('.') + 1);
    return LimitKeys.all().stream()
        .map(Setting::key)
        .map(known -> whose + known.substring(LimitKeys.PREFIX.length()))
        .filter(LimitKeys::isOfSomebody)
        .toList();
  }
}
