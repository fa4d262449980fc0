/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.settings.ServiceKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files for containers, as far as they can be looked over without containers. */
@SuppressWarnings("unchecked")
class ComposeTest {
  private static final Path FOLDER = Path.of("..", "conf", "examples", "compose");
  private static final Path CONF = Path.of("..", "conf");
  private static final List<String> DAEMONS =
      List.of("namenode", "datanode", "resourcemanager", "nodemanager");
  private static final Pattern COPIED = Pattern.compile("(?m)^COPY (.*) \\S+$");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{\\w+:-(\\w+)\\}");

  @TempDir private Path installed;

  private static Map<String, Object> compose() throws Exception {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    return (Map<String, Object>)
        new Yaml(new SafeConstructor(strict)).load(Files.readString(FOLDER.resolve("compose.yml")));
  }

  private static Map<String, Map<String, Object>> services() throws Exception {
    return (Map<String, Map<String, Object>>) compose().get("services");
  }

  @Test
  void eachServiceIsADaemonThatWaitsForAnother() throws Exception {
    for (Map.Entry<String, Map<String, Object>> service : services().entrySet()) {
      String daemon = service.getKey().replaceAll("\\d", "");
      assertThat(DAEMONS).contains(daemon);
      assertThat(service.getValue())
          .containsEntry("hostname", service.getKey())
          .containsEntry("image", "tierline-hadoop");
      assertThat((String) service.getValue().get("command")).contains(" " + daemon);
      assertThat(services().keySet())
          .containsAll((List<String>) service.getValue().getOrDefault("depends_on", List.of()));
    }
  }

  @Test
  void volumesAreDeclaredAndEachDataNodeHasItsOwn() throws Exception {
    List<String> used =
        services().values().stream()
            .flatMap(
                service ->
                    ((List<String>) service.getOrDefault("volumes", List.<String>of())).stream())
            .map(volume -> VARIABLE.matcher(volume).replaceAll("$1").replaceFirst(":.*", ""))
            .toList();
    assertThat(used).doesNotHaveDuplicates();
    assertThat(used).hasSameElementsAs(((Map<String, ?>) compose().get("volumes")).keySet());
  }

  @Test
  void pagesAreNotOpenToTheNetwork() throws Exception {
    services()
        .forEach(
            (name, service) ->
                assertThat((List<String>) service.getOrDefault("ports", List.<String>of()))
                    .as(name)
                    .allMatch(port -> port.startsWith("127.0.0.1:")));
  }

  /** They include the tarball's templates, so they say what conf/ says. */
  @Test
  void siteFilesHaveLdmsKeys() throws Exception {
    Matcher copied = COPIED.matcher(Files.readString(FOLDER.resolve("Dockerfile")));
    assertThat(copied.find()).isTrue();
    for (String file : copied.group(1).split(" ")) {
      copy(FOLDER.resolve(file), file);
    }
    for (String fragment : List.of("hdfs-site-ldm.xml", "yarn-site-ldm.xml")) {
      copy(CONF.resolve(fragment), fragment + ".template");
    }
    Configuration read = loaded("core-site.xml", "hdfs-site.xml", "yarn-site.xml");
    Configuration wanted = new Configuration(false);
    wanted.addResource(CONF.resolve("hdfs-site-ldm.xml").toUri().toURL());
    wanted.addResource(CONF.resolve("yarn-site-ldm.xml").toUri().toURL());
    assertThat(wanted.size()).isGreaterThan(3);
    wanted.forEach(
        each -> assertThat(read.get(each.getKey(), "")).isEqualTo(each.getValue().strip()));
    assertThat(read.get("dfs.datanode.data.dir")).contains("[SSD]", "[DISK]");
    assertThat(read.get(ServiceKeys.ADMINS.key())).isEqualTo("yarn");
    assertThat(loaded("mapred-site.xml").size()).isPositive();
  }

  private void copy(Path file, String name) throws Exception {
    Files.copy(file, installed.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  private Configuration loaded(String... files) throws Exception {
    Configuration read = new Configuration(false);
    for (String file : files) {
      read.addResource(installed.resolve(file).toUri().toURL());
    }
    return read;
  }
}
