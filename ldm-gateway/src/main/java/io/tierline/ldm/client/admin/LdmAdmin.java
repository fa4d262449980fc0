/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.cli.AlignedTable;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.config.GatewaySettings;
import io.tierline.ldm.lineage.Printable;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HAUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * {@code hdfs ldm}: what an operator asks of LDM in the active NameNode, and tells it.
 *
 * <p>Exit codes: 0 done, 1 refused or out of reach (one line says why), 2 wrong command line.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LdmAdmin extends Configured implements Tool {
  static final int DONE = 0;
  static final int REFUSED = 1;
  static final int WRONG_USAGE = 2;

  /** Most characters of a line for people. */
  static final int WIDTH = 80;

  private static final String JSON = "-json";
  private static final Set<String> HELP = Set.of("-help", "-h", "--help", "help");

  private final PrintWriter out;
  private final PrintWriter err;

  /** The tool on the process's standard output and error. */
  public LdmAdmin() {
    this(System.out, System.err);
  }

  /** The tool with its output led elsewhere. */
  public LdmAdmin(PrintStream out, PrintStream err) {
    this.out = new PrintWriter(out, true, StandardCharsets.UTF_8);
    this.err = new PrintWriter(err, true, StandardCharsets.UTF_8);
  }

  /** Runs the command and ends the process with its exit code. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava")
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new HdfsConfiguration(), new LdmAdmin(), arguments));
  }

  @Override
  public int run(String[] arguments) {
    try {
      return runOrThrow(new ArrayList<>(Arrays.asList(arguments)));
    } catch (IllegalArgumentException | IOException e) {
      err.println("ldm: " + oneLine(e));
      return REFUSED;
    } finally {
      out.flush();
      err.flush();
    }
  }

  private int runOrThrow(List<String> arguments) throws IOException {
    boolean json = arguments.remove(JSON);
    if (arguments.isEmpty()) {
      usage(err);
      return WRONG_USAGE;
    }
    String name = arguments.remove(0);
    if (HELP.contains(name)) {
      return help(arguments);
    }
    AdminCommand command = AdminCommand.named(name);
    if (command == null) {
      return unknown(name);
    }
    if (arguments.size() == 1 && HELP.contains(arguments.get(0))) {
      return help(List.of(name));
    }
    if (command == AdminCommand.CHECK) {
      return check(arguments, json);
    }
    if (!command.takes(arguments.size())) {
      return wrong(command);
    }
    boolean isNamed = command == AdminCommand.RECONFIG && !arguments.isEmpty();
    LdmClient client =
        isNamed ? named(arguments.get(0)) : command.isOfGateway() ? gateway() : client();
    if (command == AdminCommand.EXPLAIN) {
      arguments.set(0, absolute(arguments.get(0)));
    }
    JsonNode answer = command.call(client, arguments);
    if (json) {
      out.println(
          Printable.lines(
              new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(answer)));
    } else {
      command.print(answer, out);
      if (command == AdminCommand.UNINSTALL) {
        UninstallReport.follow(client, answer, out);
      }
    }
    return DONE;
  }

  private int wrong(AdminCommand command) {
    err.println("ldm: usage: hdfs ldm " + command.usage());
    return WRONG_USAGE;
  }

  private int check(List<String> arguments, boolean json) throws IOException {
    CheckCommand check = new CheckCommand(System::getenv, out);
    List<File> folders = check.folders(arguments);
    return folders == null ? wrong(AdminCommand.CHECK) : check.run(folders, json);
  }

  private int unknown(String name) {
    err.println("ldm: unknown command '" + Printable.of(name) + "'; hdfs ldm -help lists them");
    return WRONG_USAGE;
  }

  /** Of all commands, or of one. */
  private int help(List<String> about) {
    if (about.isEmpty()) {
      usage(out);
      return DONE;
    }
    AdminCommand command = AdminCommand.named(about.get(0));
    if (command == null) {
      return unknown(about.get(0));
    }
    out.println("Usage: hdfs ldm " + command.usage() + " [-json]");
    AdminReport.paragraph(command.purpose(), out);
    return DONE;
  }

  /** A path as the shell of HDFS takes it: relative ones lie in the home directory. */
  private String absolute(String path) throws IOException {
    FileSystem own = FileSystem.get(getConf());
    Path given = new Path(path);
    FileSystem named = given.getFileSystem(getConf());
    if (!Objects.equals(named.getCanonicalServiceName(), own.getCanonicalServiceName())) {
      throw new IOException(path + " is not on " + own.getUri());
    }
    return own.makeQualified(given).toUri().getPath();
  }

  /** The first line: servers answer with whole stack traces. */
  private static String oneLine(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return Printable.of(message.lines().findFirst().orElse(e.toString()));
  }

  /** A client of that NameNode, whether it is active or not. */
  private LdmClient named(String nameNode) throws IOException {
    URI http = URI.create(nameNode);
    if (http.getHost() == null || !List.of("http", "https").contains(http.getScheme())) {
      throw new IOException("'" + nameNode + "' is no NameNode's address, http://HOST:PORT");
    }
    return new LdmClient(http, getConf());
  }

  /** A client of the gateway, which has the NameNode's REST as far as it knows it. */
  private LdmClient gateway() {
    Configuration conf = new Configuration(getConf());
    conf.addResource(GatewayKeys.SITE_RESOURCE);
    URI web = GatewaySettings.listens(conf).get(0);
    String host = web.getHost().equals("0.0.0.0") ? "localhost" : web.getHost();
    return new LdmClient(URI.create(web.getScheme() + "://" + host + ":" + web.getPort()), conf);
  }

  /** A client of the NameNode that is active now, found as {@code hdfs fsck} finds it. */
  private LdmClient client() throws IOException {
    Configuration conf = getConf();
    FileSystem fileSystem = FileSystem.get(conf);
    if (!(fileSystem instanceof DistributedFileSystem)) {
      throw new IOException(
          "fs.defaultFS is " + fileSystem.getUri() + ", which is not an HDFS; use -fs hdfs://...");
    }
    URI http =
        DFSUtil.getInfoServer(
            HAUtil.getAddressOfActive(fileSystem), conf, DFSUtil.getHttpClientScheme(conf));
    return new LdmClient(http, conf);
  }

  private static void usage(PrintWriter to) {
    to.println("Usage: hdfs ldm [generic options] COMMAND [-json]");
    AlignedTable table = new AlignedTable("command", "what it does");
    for (AdminCommand command : AdminCommand.values()) {
      table.row(command.usage(), command.purpose());
    }
    table.print("Commands:", LdmAdmin.WIDTH, to);
    to.println();
    AdminReport.paragraph(
        "-json prints what the NameNode answered. Generic options are Hadoop's: -fs, -conf, -D."
            + " -help COMMAND tells of one command.",
        to);
  }
}
