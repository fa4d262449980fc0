/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The hosts' versions that tests ran with, by the jars on their class paths: what a build was told
 * to take is not always what it takes.
 */
final class HostVersions {
  // The examples are of one version in all combinations, and nothing of the host.
  private static final Pattern HADOOP =
      jar("hadoop-(?:common|auth|annotations|hdfs|hdfs-client|(?:yarn|mapreduce-client)-[a-z-]+)");

  // Others of HBase's jars are published for one of the versions only.
  private static final Pattern HBASE =
      jar("hbase-(?:server|common|client|zookeeper|procedure|asyncfs|hadoop-compat)");

  private final TreeSet<String> hadoop = new TreeSet<>();
  private final TreeSet<String> hbase = new TreeSet<>();
  private final TreeSet<String> java = new TreeSet<>();

  private static Pattern jar(String name) {
    return Pattern.compile("/" + name + "-(\\d[^/]*?)(?:-tests)?\\.jar(?=:|$)");
  }

  /** Looks at the class path and the Java of one class of tests. */
  void add(Report report) {
    find(HADOOP, report.classPath(), hadoop);
    find(HBASE, report.classPath(), hbase);
    if (!report.java().isEmpty()) {
      java.add(report.java());
    }
  }

  private static void find(Pattern jar, String classPath, TreeSet<String> versions) {
    jar.matcher(classPath).results().forEach(found -> versions.add(found.group(1)));
  }

  String hadoop() {
    return String.join(", ", hadoop);
  }

  String hbase() {
    return String.join(", ", hbase);
  }

  String java() {
    return String.join(", ", java);
  }

  /** Why the run says nothing of one pair, in one line; empty when it does. */
  String mixed() {
    if (hadoop.size() > 1) {
      return "jars of more than one Hadoop on the class path: " + hadoop();
    }
    return hbase.size() > 1 ? "jars of more than one HBase on the class path: " + hbase() : "";
  }
}
