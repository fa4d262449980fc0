/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import io.tierline.testing.daemons.Host;
import io.tierline.testing.daemons.OozieJars;
import io.tierline.testing.daemons.ResolvedJars;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The programs in a cluster's bin: hdfs, yarn and so on, each the same script by another name. */
final class Wrappers {
  private static final String SCRIPT = "client.sh";
  private static final List<String> NAMES = List.of("hdfs", "yarn", "mapred", "hadoop", "hbase");
  private static final String EXAMPLES = "hadoop-mapreduce-examples-";

  /** As a client shows itself: warnings, and how far a job is. */
  private static final String LOGGING =
      """
      log4j.rootLogger=WARN,console
      log4j.logger.org.apache.hadoop.mapreduce.Job=INFO
      log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.target=System.err
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%p %c{1}: %m%n
      """;

  private final ClusterFolder folder;

  /** Those of the cluster in a folder. */
  Wrappers(ClusterFolder folder) {
    this.folder = folder;
  }

  /** Where they are. */
  Path bin() {
    return folder.resolve("bin");
  }

  /**
   * Writes them anew: what is built since has other jars.
   *
   * @param record of the cluster, by which it is known where Oozie is
   */
  void write(ClusterRecord record) throws IOException {
    Host client = new Host("client", folder.resolve("client"));
    client.write("log4j.properties", LOGGING);
    Files.createDirectories(bin());
    Path script = bin().resolve(SCRIPT);
    try (InputStream text = Wrappers.class.getResourceAsStream(SCRIPT)) {
      Files.copy(text, script, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(bin().resolve("java.home"), System.getProperty("java.home"));
    Files.writeString(bin().resolve("java.options"), options(client.classPath()));
    List<String> names = new ArrayList<>(NAMES);
    if (record.hasOozie()) {
      String page = record.daemon(Role.OOZIE.name(1)).page();
      Files.writeString(bin().resolve("oozie.url"), page + "/oozie");
      Files.writeString(bin().resolve("oozie.options"), options(OozieJars.classPath()));
      names.add("oozie");
    }
    for (String name : names) {
      Path link = bin().resolve(name);
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, Path.of(SCRIPT));
    }
  }

  private static String options(String classPath) {
    return """
        -Xmx512m
        -XX:+UseSerialGC
        -XX:TieredStopAtLevel=1
        -Djava.net.preferIPv4Stack=true
        --add-opens=java.base/java.lang=ALL-UNNAMED
        --add-opens=java.base/java.nio=ALL-UNNAMED
        -cp "%s"
        """
        .formatted(classPath.replace("\\", "\\\\").replace("\"", "\\\""));
  }

  /** What a shell has beside its own environment. */
  Map<String, String> environment(Map<String, String> own) {
    Map<String, String> all = new TreeMap<>();
    all.put("PATH", bin() + ":" + own.getOrDefault("PATH", "/usr/bin:/bin"));
    all.put("HADOOP_CONF_DIR", folder.resolve("client/conf").toString());
    all.put("HBASE_CONF_DIR", folder.resolve("client/conf").toString());
    Arrays.stream(ResolvedJars.ofOthers().split(":"))
        .filter(jar -> Path.of(jar).getFileName().toString().startsWith(EXAMPLES))
        .findFirst()
        .ifPresent(jar -> all.put("HADOOP_EXAMPLES", jar));
    return all;
  }
}
