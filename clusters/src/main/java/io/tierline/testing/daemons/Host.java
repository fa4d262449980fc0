/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** A host as its daemons see it: a folder of site files, and folders of jars that were added. */
public final class Host {
  /** Site file of all of Hadoop. */
  public static final String CORE = "core-site.xml";

  /** Site file of HDFS. */
  public static final String HDFS = "hdfs-site.xml";

  /** Site file of YARN. */
  public static final String YARN = "yarn-site.xml";

  /** Site file of MapReduce. */
  public static final String MAPREDUCE = "mapred-site.xml";

  private static final String LOGGING =
      """
      log4j.rootLogger=INFO,console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.target=System.err
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
      """;

  private final String name;
  private final Path home;
  private final Map<String, Map<String, String>> files = new TreeMap<>();
  private final List<String> jvmOptions = new ArrayList<>();
  private final List<String> before = new ArrayList<>();
  private boolean olderJava;
  private String otherClassPath;

  /**
   * A host whose daemons log what is of note.
   *
   * @param name as it stands in their logs
   * @param home the folder of its files
   */
  public Host(String name, Path home) throws IOException {
    this.name = name;
    this.home = home;
    Files.createDirectories(conf());
    Files.writeString(conf().resolve("log4j.properties"), LOGGING);
  }

  /** As it stands in logs. */
  public String name() {
    return name;
  }

  /** The folder of its site files. */
  public Path conf() {
    return home.resolve("conf");
  }

  /** Adds options of the JVM, as hadoop-env.sh does, for what is started from now on. */
  public Host jvm(String... options) {
    jvmOptions.addAll(List.of(options));
    return this;
  }

  /** Has what is started from now on run on one processor only. */
  public Host processor(int number) {
    return begunWith(Processors.TASKSET, "-c", String.valueOf(number));
  }

  /** Puts a program that starts others, and its options, before what is started from now on. */
  public Host begunWith(String... program) {
    before.addAll(List.of(program));
    return this;
  }

  /** What a command is begun with. */
  List<String> before() {
    return before;
  }

  /**
   * Whether what is started from now on takes of each jar what Java 11 would take of it. It runs in
   * this Java all the same, or in the one that {@code -Dtierline.older.java=JAVA_HOME} names.
   */
  public Host olderJava(boolean isOlder) {
    olderJava = isOlder;
    return this;
  }

  List<String> jvmOptions() {
    if (!olderJava) {
      return jvmOptions;
    }
    List<String> options = new ArrayList<>(jvmOptions);
    options.add("-Djdk.util.jar.version=11");
    return options;
  }

  /** Where the Java is that its programs run in. */
  String javaHome() {
    String own = System.getProperty("java.home");
    return olderJava ? System.getProperty("tierline.older.java", own) : own;
  }

  /** Writes a property into a site file. */
  public Host set(String file, String key, String value) {
    files.computeIfAbsent(file, each -> new TreeMap<>()).put(key, value);
    return write(file);
  }

  /** Writes a file that is no site file into the folder of those, and tells where it is. */
  public Path write(String file, String text) throws IOException {
    return Files.writeString(conf().resolve(file), text);
  }

  /** Where it keeps its files. */
  public Path home() {
    return home;
  }

  /** Takes a property out of a site file. */
  public Host remove(String file, String key) {
    files.get(file).remove(key);
    return write(file);
  }

  /** Copies the properties of one of the project's fragments into a site file. */
  public Host add(String file, String fragment) {
    properties(fragment).forEach((key, value) -> set(file, key, value));
    return this;
  }

  /** Takes those properties out again. */
  public Host takeOut(String file, String fragment) {
    properties(fragment).keySet().forEach(key -> remove(file, key));
    return this;
  }

  private static Map<String, String> properties(String fragment) {
    Configuration read = new Configuration(false);
    Path path = ResolvedJars.sourceTree().resolve("conf").resolve(fragment);
    read.addResource(new org.apache.hadoop.fs.Path(path.toUri()));
    Map<String, String> properties = new TreeMap<>();
    read.forEach(property -> properties.put(property.getKey(), property.getValue()));
    return properties;
  }

  /** Copies a module's packaged jar to a folder below HADOOP_HOME, as the docs say. */
  public Host copyJar(String module, String folder) throws IOException {
    Path jar = ResolvedJars.ours(module);
    Path to = Files.createDirectories(home.resolve(folder)).resolve(jar.getFileName());
    Files.copy(jar, to, StandardCopyOption.REPLACE_EXISTING);
    return this;
  }

  /** Puts classes of tests, which are in no jar, and those within them on its class path. */
  public Host copyClasses(Class<?>... classes) throws IOException {
    for (Class<?> each : classes) {
      Path from = compiled(each);
      Path to = Files.createDirectories(classes().resolve(each.getPackageName().replace('.', '/')));
      String name = each.getSimpleName();
      try (var files = Files.newDirectoryStream(from.getParent(), name + "{,$*}.class")) {
        for (Path file : files) {
          Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    return this;
  }

  private static Path compiled(Class<?> each) throws IOException {
    try {
      return Path.of(each.getResource(each.getSimpleName() + ".class").toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private Path classes() {
    return home.resolve("classes");
  }

  /** Removes the jars of such a folder. */
  public Host removeJars(String folder) throws IOException {
    try (var jars = Files.newDirectoryStream(home.resolve(folder))) {
      for (Path jar : jars) {
        Files.delete(jar);
      }
    }
    return this;
  }

  /**
   * Has what is started from now on run on these jars alone, without Hadoop's and the site files.
   */
  public Host onlyOn(String classPath) {
    otherClassPath = classPath;
    return this;
  }

  /** The class path of what runs here: site files first, then added jars, then Hadoop's. */
  public String classPath() {
    if (otherClassPath != null) {
      return otherClassPath;
    }
    return String.join(
        File.pathSeparator,
        conf().toString(),
        classes().toString(),
        home.resolve("share/hadoop/hdfs/lib") + "/*",
        home.resolve("share/hadoop/yarn/lib") + "/*",
        home.resolve("lib") + "/*",
        ResolvedJars.ofOthers());
  }

  private Host write(String file) {
    StringBuilder text = new StringBuilder("<configuration>\n");
    files
        .get(file)
        .forEach(
            (key, value) ->
                text.append(
                    "<property><name>%s</name><value>%s</value></property>%n"
                        .formatted(key, value.replace("&", "&amp;").replace("<", "&lt;"))));
    try {
      write(file, text.append("</configuration>\n").toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }
}
