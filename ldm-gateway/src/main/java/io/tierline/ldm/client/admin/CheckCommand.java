/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tierline.ldm.gateway.config.GatewayKeys;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;

/** {@code hdfs ldm -check}: reads folders with site files and prints what is wrong with them. */
final class CheckCommand {
  private static final String CONF = "--conf";
  private static final List<String> SITES =
      List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", GatewayKeys.SITE_RESOURCE);

  private final UnaryOperator<String> environment;
  private final PrintWriter out;

  /**
   * Creates the command.
   *
   * @param environment looks up a variable of the environment; null for none
   */
  CheckCommand(UnaryOperator<String> environment, PrintWriter out) {
    this.environment = environment;
    this.out = out;
  }

  /** The folders that the arguments name, or null when they make no sense. */
  List<File> folders(List<String> arguments) {
    List<File> folders = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i += 2) {
      if (!arguments.get(i).equals(CONF) || i + 1 == arguments.size()) {
        return null;
      }
      folders.add(new File(arguments.get(i + 1)));
    }
    String own = environment.apply("HADOOP_CONF_DIR");
    if (folders.isEmpty() && own != null) {
      folders.add(new File(own));
    }
    return folders.isEmpty() ? null : folders;
  }

  /**
   * Prints one line for each finding, and how many there are; returns the exit code.
   *
   * @param json whether to print them for programs instead
   */
  int run(List<File> folders, boolean json) throws IOException {
    InstallationCheck check =
        new InstallationCheck(VersionInfo.getVersion(), CheckCommand::isThere);
    check.host(jars());
    List<Configuration> sites = new ArrayList<>();
    for (File folder : folders) {
      sites.add(read(folder));
    }
    sites.forEach(check::configuration);
    for (int i = 1; i < sites.size(); i++) {
      check.same(folders.get(0).getPath(), sites.get(0), folders.get(i).getPath(), sites.get(i));
    }
    List<Finding> findings = check.findings().stream().distinct().toList();
    long errors = findings.stream().filter(Finding::isError).count();
    if (json) {
      out.println(tree(findings).toPrettyString());
    } else {
      findings.forEach(out::println);
      out.printf("%d errors, %d warnings%n", errors, findings.size() - errors);
    }
    return errors == 0 ? LdmAdmin.DONE : LdmAdmin.REFUSED;
  }

  private static ObjectNode tree(List<Finding> findings) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ArrayNode list = tree.putArray("findings");
    for (Finding finding : findings) {
      list.addObject()
          .put("level", finding.isError() ? "ERROR" : "WARNING")
          .put("what", finding.what())
          .put("why", finding.why())
          .put("do", finding.advice());
    }
    return tree;
  }

  private static Configuration read(File folder) throws IOException {
    Configuration conf = new Configuration(false);
    boolean isAny = false;
    for (String site : SITES) {
      File file = new File(folder, site);
      if (file.isFile()) {
        conf.addResource(new Path(file.toURI()));
        isAny = true;
      }
    }
    if (!isAny) {
      throw new IOException(folder + " holds none of " + String.join(", ", SITES));
    }
    try {
      conf.size();
    } catch (RuntimeException e) {
      // A parser says what is wrong in one line and where in the next.
      String what = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
      throw new IOException(folder + " cannot be read: " + what + ": mend that file", e);
    }
    return conf;
  }

  private static boolean isThere(String name) {
    try {
      Class.forName(name, false, CheckCommand.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** LDM's jars beside HDFS's own. */
  private List<String> jars() {
    String home = environment.apply("HADOOP_HDFS_HOME");
    File[] found =
        home == null
            ? null
            : new File(home, "share/hadoop/hdfs/lib")
                .listFiles((folder, name) -> name.matches("tierline-ldm-namenode-.*[.]jar"));
    List<String> names = new ArrayList<>();
    if (found != null) {
      for (File jar : found) {
        names.add(jar.getName());
      }
    }
    names.sort(null);
    return names;
  }
}
