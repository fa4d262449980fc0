/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import io.tierline.common.Setting;
import io.tierline.common.UnknownKey;
import io.tierline.ldm.settings.LdmKeys;
import io.tierline.ldm.settings.LimitKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/**
 * Brings changed keys of LDM into force in a running NameNode. HDFS's own {@code dfsadmin
 * -reconfig} knows the NameNode's keys and no others, so LDM has its own.
 *
 * <p>All or nothing: when one value makes no sense, even of a key that needs a restart, nothing
 * changes.
 */
public final class Reconfiguration {
  private final Configuration running;
  private final Supplier<Configuration> stored;
  private final Consumer<Configuration> check;
  private final Consumer<LdmSettings> target;
  private volatile List<UnknownKey> unknown;

  /**
   * A key whose stored value is not the one in force.
   *
   * @param before the value that was in force
   * @param after the value that is stored
   * @param isApplied false when it comes into force with a restart
   */
  public record Change(String key, String before, String after, boolean isApplied) {}

  /**
   * Creates it for a service that was started with a configuration.
   *
   * @param running the NameNode's own, which is kept up to date
   * @param stored reads what is stored now
   * @param check reads all that LDM makes of a configuration, and throws where it makes no sense
   * @param target goes by the settings that it is given
   */
  public Reconfiguration(
      Configuration running,
      Supplier<Configuration> stored,
      Consumer<Configuration> check,
      Consumer<LdmSettings> target) {
    this.running = running;
    this.stored = stored;
    this.check = check;
    this.target = target;
    this.unknown = LdmKeys.unknownIn(running);
  }

  /** Whether that key can change while LDM runs. */
  public static boolean isLive(String key) {
    return LimitKeys.isOfSomebody(key)
        || LdmKeys.NAMENODE.find(key).filter(Setting::isReloadable).isPresent();
  }

  /** Keys of ours that were set, when the configuration was last read, and that nothing reads. */
  public List<UnknownKey> unknown() {
    return unknown;
  }

  /**
   * Reads what is stored and brings what can be into force.
   *
   * @return what differs from what was in force
   * @throws IllegalArgumentException naming a key whose stored value makes no sense
   */
  public synchronized List<Change> run() {
    Configuration now = stored.get();
    unknown = LdmKeys.unknownIn(now);
    List<Change> changes = changes(now);
    Configuration all = new Configuration(running);
    Configuration live = new Configuration(running);
    for (Change change : changes) {
      all.set(change.key(), change.after());
      if (change.isApplied()) {
        live.set(change.key(), change.after());
      }
    }
    check.accept(all);
    LdmSettings next = LdmSettings.from(live);
    changes.stream().filter(Change::isApplied).forEach(c -> running.set(c.key(), c.after()));
    if (changes.stream().anyMatch(Change::isApplied)) {
      target.accept(next);
    }
    return changes;
  }

  private List<Change> changes(Configuration now) {
    List<Change> changes = new ArrayList<>();
    Set<String> keys = new TreeSet<>(LdmKeys.NAMENODE.keys());
    keys.addAll(LimitSettings.overridesIn(running));
    keys.addAll(LimitSettings.overridesIn(now));
    for (String key : keys) {
      String before = value(running, key);
      String after = value(now, key);
      if (!before.equals(after)) {
        changes.add(new Change(key, before, after, isLive(key)));
      }
    }
    return changes;
  }

  /** A limit of somebody has no default: without it, that of everybody holds. */
  private static String value(Configuration conf, String key) {
    return LimitKeys.isOfSomebody(key)
        ? conf.getTrimmed(key, "")
        : LdmKeys.NAMENODE.value(conf::get, key);
  }
}
