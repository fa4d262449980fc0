/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckCommandTest {
  private static final Map<String, String> GOOD =
      Map.of(
          "dfs.block.replicator.classname",
          "io.tierline.ldm.namenode.LineageBlockPlacementPolicy",
          "dfs.namenode.plugins",
          "io.tierline.ldm.namenode.LdmService",
          "dfs.net.topology.impl",
          "io.tierline.ldm.namenode.RatedTopology",
          "tierline.ldm.admins",
          "ann");

  @TempDir private Path directory;

  private File folder(String name, Map<String, String> properties) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(name));
    try (OutputStream out = Files.newOutputStream(folder.resolve("hdfs-site.xml"))) {
      site(properties).writeXml(out);
    }
    return folder.toFile();
  }

  private static Configuration site(Map<String, String> properties) {
    Configuration site = new Configuration(false);
    properties.forEach(site::set);
    return site;
  }

  private static Map<String, String> goodBut(String key, String value) {
    Map<String, String> changed = new TreeMap<>(GOOD);
    if (value == null) {
      changed.remove(key);
    } else {
      changed.put(key, value);
    }
    return changed;
  }

  /** What is printed without the last line, which counts. */
  private List<String> check(int exit, File... folders) throws IOException {
    StringWriter text = new StringWriter();
    CheckCommand command = new CheckCommand(variable -> null, new PrintWriter(text, true));
    assertThat(command.run(List.of(folders), false)).as(text.toString()).isEqualTo(exit);
    List<String> lines = text.toString().lines().toList();
    return lines.subList(0, lines.size() - 1);
  }

  @Test
  void goodConfigurationHasNoFinding() throws Exception {
    assertThat(check(0, folder("nn", GOOD))).isEmpty();
  }

  @Test
  void fragmentOfTheProjectIsGood() throws Exception {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve("conf"))) {
      here = here.getParent();
    }
    Path folder = Files.createDirectories(directory.resolve("nn"));
    Files.copy(here.resolve("conf/hdfs-site-ldm.xml"), folder.resolve("hdfs-site.xml"));
    Files.copy(here.resolve("conf/yarn-site-ldm.xml"), folder.resolve("yarn-site.xml"));
    assertThat(check(0, folder.toFile())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dfs.net.topology.impl          | | dfs.net.topology.impl is not set",
        "dfs.namenode.plugins           | | dfs.namenode.plugins is not set",
        "dfs.namenode.plugins           | org.other.Plugin | org.other.Plugin",
        "dfs.use.dfs.network.topology   | false | dfs.use.dfs.network.topology is false",
        "dfs.namenode.xattrs.enabled    | false | dfs.namenode.xattrs.enabled is false: lineage cannot be stored",
        "dfs.storage.policy.enabled     | false | dfs.storage.policy.enabled is false",
        "dfs.block.replicator.classname | org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyWithUpgradeDomain | replicas in different upgrade domains",
        "dfs.block.replicator.classname | org.apache.hadoop.hdfs.server.blockmanagement.AvailableSpaceBlockPlacementPolicy | more blocks on emptier DataNodes",
        "dfs.namenode.upgrade.domain.factor | 3 | dfs.namenode.upgrade.domain.factor (replicas in different upgrade domains) is set",
        "net.topology.nodegroup.aware   | true | node groups",
        "tierline.ldm.admin             | bob | tierline.ldm.admin (do you mean tierline.ldm.admins?)",
        "tierline.ldm.migration.mode    | sometimes | tierline.ldm.migration.mode is 'sometimes'",
        "tierline.ldm.oozie.url         | nowhere | tierline.ldm.oozie.url",
        "hadoop.security.authentication | kerberos | hadoop.http.authentication.type is not set"
      })
  void errorsAreNamedWithAdvice(String key, String value, String expected) throws Exception {
    List<String> found = check(1, folder("nn", goodBut(key, value)));
    assertThat(found).anyMatch(line -> line.startsWith("ERROR") && line.contains(expected));
    assertThat(found).allMatch(line -> line.contains(": ") && line.contains(" Do: "));
  }

  @Test
  void placeOfBrokenXmlIsInTheOneLineThatIsShown() throws Exception {
    Path site = folder("nn", GOOD).toPath().resolve("hdfs-site.xml");
    Files.writeString(site, "<configuration>\n<property>");
    assertThatThrownBy(() -> check(1, site.getParent().toFile()))
        .hasMessageContainingAll("cannot be read", "[2,", site.toString(), "mend that file")
        .hasMessageNotContaining("\n");
  }

  @Test
  void gatewaysFileIsLookedAtToo() throws Exception {
    File folder = folder("gateway", GOOD);
    Files.writeString(
        folder.toPath().resolve("tierline-gateway-site.xml"),
        """
        <configuration>
          <property><name>tierline.gateway.refresh</name><value>soon</value></property>
          <property><name>tierline.gateway.oozie.ulr</name><value>http://oozie:11000</value></property>
        </configuration>
        """);
    assertThat(check(1, folder))
        .anyMatch(line -> line.contains("tierline.gateway.refresh is 'soon', expected a time"))
        .anyMatch(line -> line.contains("(do you mean tierline.gateway.oozie.url?)"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dfs.datanode.data.dir | /data/1,[DISK]/data/2 | no [SSD]",
        "dfs.federation.router.default.nameserviceId | ns | routers"
      })
  void whatMayBeMeantSoIsAWarning(String key, String value, String expected) throws Exception {
    assertThat(check(0, folder("nn", goodBut(key, value))))
        .singleElement()
        .asString()
        .startsWith("WARNING")
        .contains(expected);
    assertThat(check(0, folder("typed", goodBut("dfs.datanode.data.dir", "/d,[SSD]/s")))).isEmpty();
  }

  /** As editors leave them; Hadoop reads a class's name without them. */
  @Test
  void blanksAroundValuesAndSmallLettersOfATypeAreNoFinding() throws Exception {
    Map<String, String> spaced = new TreeMap<>();
    GOOD.forEach((key, value) -> spaced.put(key, "\n      " + value + "\n    "));
    spaced.put("dfs.datanode.data.dir", "[ssd]/data/1, [disk]/data/2");
    assertThat(check(0, folder("spaced", spaced))).isEmpty();
    Map<String, String> typed = goodBut("dfs.datanode.data.dir", "[SSD]/data/1");
    assertThat(check(0, folder("spaced", spaced), folder("nn", typed))).isEmpty();
  }

  @Test
  void pluginsOfOneNameNodeAreNamedAsTheyStand() throws Exception {
    String key = "dfs.namenode.plugins.ns1.nn1";
    List<String> found = check(1, folder("nn", goodBut(key, "org.other.Plugin")));
    assertThat(found).hasSize(2).allMatch(line -> line.startsWith("ERROR " + key + ' '));
    assertThat(found.get(0)).contains("is org.other.Plugin");
    assertThat(found.get(1)).contains("names org.other.Plugin");
  }

  @Test
  void programsGetTheFindingsInJson() throws Exception {
    File folder = folder("nn", goodBut("tierline.ldm.admin", "bob"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LdmAdmin admin =
        new LdmAdmin(new PrintStream(out), new PrintStream(new ByteArrayOutputStream()));
    String[] arguments = {"-check", "--conf", folder.getPath(), "-json"};
    assertThat(ToolRunner.run(new Configuration(), admin, arguments)).isEqualTo(LdmAdmin.REFUSED);
    JsonNode findings = new ObjectMapper().readTree(out.toByteArray()).get("findings");
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).get("level").asText()).isEqualTo("ERROR");
    assertThat(findings.get(0).get("what").asText()).startsWith("tierline.ldm.admin (do you mean");
    assertThat(findings.get(0).get("why").asText()).isEqualTo("nothing reads it");
    assertThat(findings.get(0).get("do").asText()).startsWith("correct the name");
  }

  @Test
  void clusterWithoutLdmIsAWarning() throws Exception {
    assertThat(check(0, folder("nn", Map.of("dfs.replication", "3"))))
        .singleElement()
        .asString()
        .startsWith("WARNING no key of LDM");
  }

  @Test
  void whatDoesNotNeedASwitchOfHdfsDoesNotAskForIt() throws Exception {
    Map<String, String> off = goodBut("dfs.namenode.xattrs.enabled", "false");
    off.put("tierline.ldm.state.durable", "false");
    assertThat(check(0, folder("nn", off))).isEmpty();
  }

  @Test
  void nameNodesThatAreToldDifferentThingsAreNamed() throws Exception {
    File one = folder("nn1", GOOD);
    File other = folder("nn2", goodBut("tierline.ldm.admins", "bob"));
    assertThat(check(1, one, other))
        .singleElement()
        .asString()
        .contains("tierline.ldm.admins is ann in " + one, "bob in " + other, "failover");
  }

  @Test
  void otherVersionsAndTwoJarsAreErrors() {
    InstallationCheck check = new InstallationCheck("3.9.9", name -> true);
    check.host(List.of("tierline-ldm-namenode-1.jar", "tierline-ldm-namenode-2.jar"));
    check.configuration(site(GOOD));
    assertThat(check.findings()).hasSize(2).allMatch(Finding::isError);
    assertThat(check.findings().get(0).toString()).contains("left to chance");
    assertThat(check.findings().get(1).toString())
        .contains("Hadoop 3.9.9", "3.4.2", "tierline.ldm.untested.hadoop.allowed");
  }

  @Test
  void versionThatIsAllowedIsAWarning() {
    InstallationCheck check = new InstallationCheck("3.9.9", name -> true);
    check.configuration(site(goodBut("tierline.ldm.untested.hadoop.allowed", "true")));
    assertThat(check.findings())
        .singleElement()
        .asString()
        .startsWith("WARNING Hadoop 3.9.9")
        .contains("3.4.2");
  }

  @Test
  void routersThatAreNamedAreKnown() throws Exception {
    Map<String, String> named = goodBut("dfs.federation.router.default.nameserviceId", "ns");
    named.put("tierline.ldm.file-system.names", "hdfs://router:8888");
    assertThat(check(0, folder("nn", named))).isEmpty();
  }

  @Test
  void commandLineNamesFolders() throws Exception {
    String good = folder("nn", GOOD).getPath();
    String bad = folder("bad", goodBut("dfs.namenode.plugins", null)).getPath();
    assertThat(run("-check", "--conf", good)).isEqualTo(LdmAdmin.DONE);
    assertThat(run("-check", "--conf", bad)).isEqualTo(LdmAdmin.REFUSED);
    assertThat(run("-check", "--conf")).isEqualTo(LdmAdmin.WRONG_USAGE);
    assertThat(run("-check", good)).isEqualTo(LdmAdmin.WRONG_USAGE);
    assertThat(run("-check", "--conf", directory.toString())).isEqualTo(LdmAdmin.REFUSED);
  }

  private static int run(String... arguments) throws Exception {
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    return ToolRunner.run(new Configuration(), new LdmAdmin(nowhere, nowhere), arguments);
  }
}
