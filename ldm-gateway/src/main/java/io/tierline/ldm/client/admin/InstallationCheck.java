/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client.admin;

import io.tierline.common.UnknownKey;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.config.GatewaySettings;
import io.tierline.ldm.guard.TestedHadoop;
import io.tierline.ldm.namenode.runtime.ConfigurationCheck;
import io.tierline.ldm.settings.ForeignPlacement;
import io.tierline.ldm.settings.LdmKeys;
import io.tierline.ldm.settings.ServiceKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/**
 * Looks over the configuration of a NameNode, before it is started with it. Asks no daemon.
 *
 * <p>What is looked at is what site files say, without Hadoop's defaults.
 */
final class InstallationCheck {
  private static final String OURS = "io.tierline.ldm.namenode.";
  private static final String PLUGINS = "dfs.namenode.plugins";
  private static final String TOPOLOGY = "dfs.net.topology.impl";
  private static final String USE_TOPOLOGY = "dfs.use.dfs.network.topology";
  private static final String SERVICE = OURS + "LdmService";
  private static final String HOOKS_PAGE = "copy the properties of conf/hdfs-site-ldm.xml";
  private static final String NAMES = "tierline.ldm.file-system.names";
  private static final String WEB_AUTHENTICATION = "hadoop.http.authentication.type";
  private static final String VOLUMES = "dfs.datanode.data.dir";
  private static final Set<String> FAST = Set.of("[SSD]", "[NVDIMM]", "[RAM_DISK]");

  /** Keys that name classes which a NameNode or a ResourceManager loads. */
  private static final List<String> CLASS_KEYS =
      List.of(
          PLUGINS,
          ForeignPlacement.POLICY_KEY,
          TOPOLOGY,
          "yarn.resourcemanager.application-master-service.processors");

  private final Predicate<String> isThere;
  private final String hadoop;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * Creates a check.
   *
   * @param hadoop the version of Hadoop that is installed
   * @param isThere whether a class is on the class path
   */
  InstallationCheck(String hadoop, Predicate<String> isThere) {
    this.hadoop = hadoop;
    this.isThere = isThere;
  }

  /** What was found, errors first. */
  List<Finding> findings() {
    List<Finding> sorted = new ArrayList<>(findings.stream().filter(Finding::isError).toList());
    sorted.addAll(findings.stream().filter(found -> !found.isError()).toList());
    return sorted;
  }

  /** Looks at the jars. */
  void host(Collection<String> jars) {
    if (jars.size() > 1) {
      error(
          "jars " + String.join(", ", jars),
          "which of them is loaded is left to chance",
          "remove all but one, and restart");
    }
  }

  /** Looks at one folder's site files. */
  void configuration(Configuration conf) {
    version(conf);
    hooks(conf);
    classes(conf);
    otherPolicies(conf);
    ourKeys(conf);
    gatewaysKeys(conf);
    findings.addAll(HostSwitches.missing(conf));
    surroundings(conf);
  }

  private void version(Configuration conf) {
    if (TestedHadoop.isTested(hadoop)) {
      return;
    }
    String why = "LDM hooks into private interfaces and was tested with " + TestedHadoop.versions();
    if (ServiceKeys.UNTESTED_HADOOP_ALLOWED.problem(conf::get).isEmpty()
        && ServiceKeys.UNTESTED_HADOOP_ALLOWED.read(conf::get)) {
      warn("Hadoop " + hadoop, why, "try on a cluster that you can do without");
    } else {
      error(
          "Hadoop " + hadoop,
          why + "; in any other it stays off",
          "use such a version, or set " + ServiceKeys.UNTESTED_HADOOP_ALLOWED + " to true to try");
    }
  }

  private void hooks(Configuration conf) {
    Map<String, String> plugins = values(conf, PLUGINS);
    boolean isLoaded = plugins.values().stream().anyMatch(value -> value.contains(SERVICE));
    List<String> missing = new ArrayList<>();
    plugins.forEach(
        (key, value) -> {
          if (!value.contains(SERVICE)) {
            missing.add(key);
          }
        });
    if (plugins.isEmpty()) {
      missing.add(PLUGINS);
    }
    boolean isPolicy = names(conf, ForeignPlacement.POLICY_KEY, "LineageBlockPlacementPolicy");
    if (!isPolicy) {
      missing.add(ForeignPlacement.POLICY_KEY);
    }
    boolean isTopology = names(conf, TOPOLOGY, "RatedTopology");
    if (!isTopology) {
      missing.add(TOPOLOGY);
    }
    if (!isLoaded && !isPolicy && !isTopology) {
      warn("no key of LDM", "the NameNode runs without it", HOOKS_PAGE + ", if it is to");
    } else {
      missing.forEach(
          key ->
              error(
                  key + " is " + text(conf.getTrimmed(key)),
                  "without the service nothing is known, without the policy nothing is placed,"
                      + " without"
                      + " the topology fast replicas are read by chance",
                  HOOKS_PAGE));
    }
    if (!conf.getBoolean(USE_TOPOLOGY, true)) {
      error(
          USE_TOPOLOGY + " is false",
          "the topology of LDM is not used, so fast replicas are read by chance",
          "take it out, or set it to true");
    }
  }

  private static String text(String value) {
    return value == null ? "not set" : value;
  }

  /** Hadoop itself passes over blanks and line breaks around a value. */
  private static boolean names(Configuration conf, String key, String ours) {
    return (OURS + ours).equals(conf.getTrimmed(key));
  }

  /** The values of a key, for all NameNodes and for single ones, by the names that they have. */
  private static Map<String, String> values(Configuration conf, String key) {
    Map<String, String> values = new TreeMap<>();
    for (Map.Entry<String, String> property : conf) {
      if (property.getKey().equals(key) || property.getKey().startsWith(key + ".")) {
        values.put(property.getKey(), property.getValue());
      }
    }
    return values;
  }

  /** A class that is not there keeps a daemon from starting. */
  private void classes(Configuration conf) {
    for (String classKey : CLASS_KEYS) {
      for (String key : values(conf, classKey).keySet()) {
        for (String name : conf.getTrimmedStringCollection(key)) {
          if (!isThere.test(name)) {
            error(
                key + " names " + name,
                "it is not on this class path, and a daemon with the key and without the jar does"
                    + " not start",
                "put the jar in place before the key; take the key out, and restart, before the"
                    + " jar");
          }
        }
      }
    }
  }

  private void otherPolicies(Configuration conf) {
    String policy = conf.getTrimmed(ForeignPlacement.POLICY_KEY);
    if (ForeignPlacement.isOther(policy)) {
      error(
          ForeignPlacement.POLICY_KEY + " is " + policy,
          "a NameNode has one policy; LDM's would end " + ForeignPlacement.promiseOf(policy),
          "leave LDM out, or give that up");
      return;
    }
    for (String trace : ForeignPlacement.tracesIn(conf)) {
      error(
          trace + " is set",
          "the policy that reads it is not in place any more",
          "leave LDM out, or give that up and take the key out");
    }
  }

  private void ourKeys(Configuration conf) {
    for (UnknownKey unknown : LdmKeys.unknownIn(conf)) {
      error(unknown.toString(), "nothing reads it", "correct the name, or take it out");
    }
    for (String problem : ConfigurationCheck.problems(conf)) {
      error(problem, "LDM does not start with it", "correct the value");
    }
  }

  private void gatewaysKeys(Configuration conf) {
    for (UnknownKey unknown : GatewaySettings.unknown(conf)) {
      error(unknown.toString(), "nothing reads it", "correct the name, or take it out");
    }
    for (String problem : GatewayKeys.ALL.problems(conf::get)) {
      error(problem, "the lineage gateway does not start with it", "correct the value");
    }
  }

  private void surroundings(Configuration conf) {
    Set<String> routers = new TreeSet<>();
    for (Map.Entry<String, String> property : conf) {
      if (property.getKey().startsWith("dfs.federation.router.")) {
        routers.add(property.getKey());
      }
    }
    if (!routers.isEmpty() && conf.getTrimmedStringCollection(NAMES).isEmpty()) {
      warn(
          "routers (" + routers.iterator().next() + ")",
          "LDM runs in each nameservice by itself and refuses paths by a router's name",
          "name the routers in "
              + NAMES
              + " if their mounts keep paths as they are; else register"
              + " by the paths of the nameservice, at its own NameNode");
    }
    Collection<String> volumes = conf.getTrimmedStringCollection(VOLUMES);
    if (!volumes.isEmpty() && volumes.stream().noneMatch(InstallationCheck::isFast)) {
      warn(
          VOLUMES + " has no [SSD]",
          "HDFS takes volumes without a type for disks, so nothing is ever placed on a fast one",
          "write [SSD] before the directories on flash, on every DataNode that has some");
    }
    boolean secure = "kerberos".equals(conf.getTrimmed("hadoop.security.authentication"));
    String web = conf.getTrimmed(WEB_AUTHENTICATION);
    if (secure && !"kerberos".equals(web)) {
      error(
          WEB_AUTHENTICATION + " is " + text(web),
          "LDM answers 401 to everybody on a secure cluster whose web servers are not",
          "set it to kerberos, with principal and keytab");
    }
  }

  private static boolean isFast(String volume) {
    // HDFS takes the type in small letters too.
    return FAST.stream().anyMatch(volume.toUpperCase(Locale.ROOT)::startsWith);
  }

  /** Looks where two NameNodes of one cluster are told different things. */
  void same(String one, Configuration first, String other, Configuration second) {
    Set<String> keys = new TreeSet<>(CLASS_KEYS);
    for (Configuration conf : List.of(first, second)) {
      for (Map.Entry<String, String> property : conf) {
        if (property.getKey().startsWith(LdmKeys.PREFIX)
            && !property.getKey().startsWith(GatewayKeys.PREFIX)) {
          keys.add(property.getKey());
        }
      }
    }
    for (String key : keys) {
      String here = first.getTrimmed(key);
      String there = second.getTrimmed(key);
      if (!Objects.equals(here, there)) {
        error(
            "%s is %s in %s and %s in %s".formatted(key, text(here), one, text(there), other),
            "a failover would change what LDM does",
            "make them the same");
      }
    }
  }

  private void error(String what, String why, String advice) {
    findings.add(Finding.error(what, why, advice));
  }

  private void warn(String what, String why, String advice) {
    findings.add(Finding.warning(what, why, advice));
  }
}
