/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.settings;

import io.tierline.ldm.limits.LimitBook;
import java.net.URL;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/**
 * The defaults of our keys, as data that is looked at where a host's configuration says nothing.
 *
 * <p>They are never made one of Hadoop's default resources: of those the last one wins that was
 * named, and a plug-in is loaded after its host has read {@code hdfs-site.xml}, so that defaults
 * would override what operators wrote.
 */
public final class Defaults {
  /** The file of LDM in the NameNode. */
  public static final String LDM_FILE = "tierline-ldm-default.xml";

  /** The file of LDM in the ResourceManager. */
  public static final String YARN_FILE = "tierline-ldm-yarn-default.xml";

  /** Of LDM in the NameNode. */
  public static final Defaults LDM = new Defaults(LDM_FILE);

  /** Of LDM in the ResourceManager. */
  public static final Defaults YARN = new Defaults(YARN_FILE);

  private static final String LIMITS = "tierline.ldm.limits.";

  private final Configuration values = new Configuration(false);
  private final Set<String> keys;

  private Defaults(String file) {
    URL url = Defaults.class.getClassLoader().getResource(file);
    values.addResource(Objects.requireNonNull(url, file));
    keys = Collections.unmodifiableSet(names(values));
  }

  /** The keys, in order. */
  public Set<String> keys() {
    return keys;
  }

  /** What a host's configuration says of a key, or else its default; without blanks around it. */
  public String value(Configuration conf, String key) {
    return Objects.requireNonNullElseGet(conf.get(key), () -> values.get(key, "")).trim();
  }

  /** The keys of ours that are set in a host's configuration and that nothing reads. */
  public static List<UnknownKey> unknownIn(Configuration conf) {
    Set<String> known = new HashSet<>(LDM.keys);
    known.addAll(YARN.keys);
    Set<String> set = names(conf);
    set.removeIf(Defaults::isLimitOfSomebody);
    set.forEach(key -> known.addAll(limitsOfTheSame(key)));
    return UnknownKey.among(set, known);
  }

  /** What a key that means a limit of a user or a group, and names none, can have meant. */
  private static List<String> limitsOfTheSame(String key) {
    if (!key.startsWith(LIMITS)) {
      return List.of();
    }
    String whose = key.substring(0, key.lastIndexOf('.') + 1);
    return LDM.keys.stream()
        .filter(known -> known.startsWith(LIMITS))
        .map(known -> whose + known.substring(LIMITS.length()))
        .filter(Defaults::isLimitOfSomebody)
        .toList();
  }

  /** Such keys hold the name of a user or a group. */
  private static boolean isLimitOfSomebody(String key) {
    return key.startsWith(LIMITS) && LimitBook.isOverride(key.substring(LIMITS.length()));
  }

  private static Set<String> names(Configuration conf) {
    Set<String> names = new TreeSet<>();
    for (Map.Entry<String, String> property : conf) {
      names.add(property.getKey());
    }
    return names;
  }
}
