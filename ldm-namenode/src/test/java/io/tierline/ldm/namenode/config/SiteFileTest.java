/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.namespace.OwnFileSystems;
import io.tierline.ldm.namenode.rest.CsrfGuard;
import io.tierline.ldm.namenode.rest.HttpError;
import io.tierline.ldm.settings.LdmKeys;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.settings.ServiceKeys;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.http.RestCsrfPreventionFilter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What an operator writes into hdfs-site.xml is what LDM goes by: read as a NameNode reads it, from
 * the class path and among Hadoop's default resources, after LDM's classes have been loaded.
 */
class SiteFileTest {
  /** A value other than the default for keys whose default is no number, time or truth. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry(ServiceKeys.ADMINS.key(), "ann"),
          Map.entry(PlacementKeys.AGENTS.key(), "agent"),
          Map.entry(PlacementKeys.MEDIA.key(), "RAM_DISK"),
          Map.entry(MigrationKeys.MODE.key(), "off"),
          Map.entry(MigrationKeys.ORDER.key(), "quotient"),
          Map.entry(PlacementKeys.VALUE_MODEL.key(), "quotient"),
          Map.entry(ServiceKeys.CSRF_HEADER.key(), "X-OTHER"),
          Map.entry(ServiceKeys.CSRF_METHODS.key(), "GET"),
          Map.entry(ServiceKeys.CSRF_BROWSERS.key(), "^Other.*"),
          Map.entry(PlacementKeys.CANARY_ALLOW.key(), "/pilot"),
          Map.entry(PlacementKeys.CANARY_DENY.key(), "/private"),
          Map.entry(PlacementKeys.LENT_TO.key(), "/logs"),
          Map.entry(LineageKeys.PATHS_PROTECTED.key(), "/kept"),
          Map.entry(LineageKeys.FILE_SYSTEM_NAMES.key(), "hdfs://router"),
          Map.entry(LineageKeys.FILE_SYSTEM_OTHERS.key(), "hdfs://elsewhere"));

  @TempDir private Path conf;

  /** As in a NameNode: HDFS's files are Hadoop's default resources before LDM is loaded. */
  @BeforeAll
  static void hdfsComesFirst() {
    HdfsConfiguration.init();
  }

  private static Stream<String> keys() {
    return LdmKeys.NAMENODE.keys().stream();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void everyKeyHasItsEffectFromTheFile(String key) throws Exception {
    Map<String, String> others = new TreeMap<>();
    String before = inForce(nameNodeConfiguration(others));
    others.put(key, otherValue(key));
    Configuration read = nameNodeConfiguration(others);
    assertThat(inForce(read)).as(key).isNotEqualTo(before);
    assertThat(read.get(key)).isEqualTo(otherValue(key));
    assertThat(String.join(" ", read.getPropertySources(key))).endsWith("hdfs-site.xml");
  }

  @Test
  void whatIsNotInTheFileIsNotInTheConfiguration() throws Exception {
    Configuration read = nameNodeConfiguration(Map.of());
    inForce(read);
    assertThat(keys().filter(key -> read.get(key) != null)).isEmpty();
    assertThat(LdmKeys.unknownIn(nameNodeConfiguration(Map.of("tierline.ldm.admin", "ann"))))
        .hasToString("[tierline.ldm.admin (do you mean tierline.ldm.admins?)]");
  }

  private Configuration nameNodeConfiguration(Map<String, String> properties) throws IOException {
    Configuration site = new Configuration(false);
    properties.forEach(site::set);
    try (var out = Files.newOutputStream(conf.resolve("hdfs-site.xml"))) {
      site.writeXml(out);
    }
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    try (URLClassLoader withSite = new URLClassLoader(new URL[] {conf.toUri().toURL()}, own)) {
      thread.setContextClassLoader(withSite);
      Configuration read = new HdfsConfiguration();
      read.size();
      return read;
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  /** All that LDM makes of a configuration, as text. */
  private static String inForce(Configuration conf) throws IOException {
    CsrfGuard guard = CsrfGuard.from(conf);
    LdmSettings settings = LdmSettings.from(conf);
    OwnFileSystems fileSystems = OwnFileSystems.of(conf, List.of(), List.of());
    return List.of(
            settings,
            settings.admins().getAclString(),
            settings.agents().getAclString(),
            LiveService.limits(conf),
            ServiceKeys.LOCK_INODES.read(conf::get),
            ServiceKeys.UNTESTED_HADOOP_ALLOWED.read(conf::get),
            PlacementKeys.STORAGE_POLICIES_SNAPSHOTTABLE.read(conf::get),
            fileSystems.knows(DatasetPath.of("hdfs://router/a")),
            fileSystems.knows(DatasetPath.of("hdfs://elsewhere/a")),
            guard.header(),
            refuses(guard, "POST"),
            refuses(guard, "OPTIONS"))
        .toString();
  }

  private static boolean refuses(CsrfGuard guard, String method) throws IOException {
    HttpServletRequest request = mock(HttpServletRequest.class);
    when(request.getMethod()).thenReturn(method);
    when(request.getHeader(RestCsrfPreventionFilter.HEADER_USER_AGENT)).thenReturn("Mozilla/5.0");
    try {
      guard.check(request);
      return false;
    } catch (HttpError e) {
      return true;
    }
  }

  private static String otherValue(String key) {
    String word = WORDS.get(key);
    String given = LdmKeys.NAMENODE.find(key).orElseThrow().standard();
    if (word != null) {
      return word;
    }
    if (List.of("true", "false").contains(given)) {
      return String.valueOf(!Boolean.parseBoolean(given));
    }
    // A number, a size or a time: a little more of the same unit.
    String digits = given.replaceFirst("[a-z]*$", "");
    String unit = given.substring(digits.length());
    return digits.contains(".")
        ? String.valueOf(Double.parseDouble(digits) * 1.1)
        : Long.parseLong(digits) + 1 + unit;
  }
}
