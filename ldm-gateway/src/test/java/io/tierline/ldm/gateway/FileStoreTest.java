/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoreTest {
  private static final String NAME = "ann/nightly load: 100 %";

  @TempDir private Path directory;
  private FileStore store;

  @BeforeEach
  void open() throws Exception {
    store = new FileStore(directory.resolve("runs"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Map<String, Integer> all() throws Exception {
    Map<String, Integer> found = new TreeMap<>();
    new FileStore(directory.resolve("runs"))
        .readAll((name, attributes) -> found.put(name, attributes.size()));
    return found;
  }

  @Test
  void recordOutlivesTheStore() throws Exception {
    store.put(NAME, Map.of("a", bytes("1"), "b", new byte[] {0, -1, 10}));
    assertThat(all()).containsExactly(Map.entry(NAME, 2));
    assertThat(store.read(NAME)).containsEntry("b", new byte[] {0, -1, 10});
    store.set(NAME, "a", bytes("2"));
    assertThat(store.read(NAME)).containsEntry("a", bytes("2")).hasSize(2);
    store.remove(NAME);
    store.remove(NAME);
    assertThat(store.read(NAME)).isEmpty();
    assertThat(all()).isEmpty();
  }

  @Test
  void severalRecordsAreKeptAtOnce() throws Exception {
    store.put("b", Map.of("x", bytes("1")));
    store.putAll(
        Map.of("a", Map.of("x", bytes("2")), "b", Map.of("x", bytes("3"), "y", bytes(""))));
    assertThat(all()).containsExactly(Map.entry("a", 1), Map.entry("b", 2));
    assertThat(store.read("b")).containsEntry("x", bytes("3"));
  }

  /** A dataset's template as a site has it: each of its marks takes five characters. */
  @Test
  void longNamesAreKeptApart() throws Exception {
    String template = "ann@hdfs%3A%2F%2Fnn%3A8020" + "%2Fyear%3D%24%7BYEAR%7D".repeat(7);
    store.put(template + "/a", Map.of("x", bytes("1")));
    store.put(template + "/b", Map.of("x", bytes("2"), "y", bytes("")));
    assertThat(store.read(template + "/a")).containsEntry("x", bytes("1")).hasSize(1);
    assertThat(store.read(template + "/b")).containsEntry("x", bytes("2")).hasSize(2);
    assertThat(all()).hasSize(2);
    store.remove(template + "/a");
    assertThat(store.read(template + "/a")).isEmpty();
    for (String name : all().keySet()) {
      store.setAside(name);
    }
    assertThat(all()).isEmpty();
  }

  @Test
  void whatWasOnlyBegunIsNotSeen() throws Exception {
    store.put(NAME, Map.of("a", bytes("1")));
    Path whole = directory.resolve("runs").toFile().listFiles()[0].toPath();
    Files.writeString(whole.resolveSibling("x.record.begun"), "half");
    assertThat(all()).containsOnlyKeys(NAME);
  }

  @Test
  void fileWhoseNameIsNoneOfOursIsPassedOver() throws Exception {
    store.put(NAME, Map.of("a", bytes("1")));
    Files.writeString(directory.resolve("runs").resolve("100%.record"), "a=MQ==");
    assertThat(all()).containsOnlyKeys(NAME);
  }

  private static String mode(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void nobodyElseMayReadIt() throws Exception {
    Path runs = directory.resolve("runs");
    assertThat(mode(runs)).isEqualTo("rwx------");
    store.put(NAME, Map.of("a", bytes("1")));
    Path record = runs.toFile().listFiles()[0].toPath();
    assertThat(mode(record)).isEqualTo("rw-------");
    Path begun = record.resolveSibling(record.getFileName() + ".begun");
    Files.writeString(begun, "half");
    Files.setPosixFilePermissions(begun, PosixFilePermissions.fromString("rw-r--r--"));
    store.put(NAME, Map.of("a", bytes("2")));
    assertThat(mode(record)).isEqualTo("rw-------");
    assertThat(store.read(NAME)).containsEntry("a", bytes("2"));
    Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(all()).containsOnlyKeys(NAME);
    assertThat(mode(runs)).isEqualTo("rwx------");
  }

  @Test
  void damagedRecordHasNothingAndCanBePutAside() throws Exception {
    Files.writeString(directory.resolve("runs").resolve("x.record"), "a=*not base 64*");
    Files.writeString(directory.resolve("runs").resolve("y.record"), "a=\\u00zz");
    assertThat(all()).containsExactly(Map.entry("x", 0), Map.entry("y", 0));
    store.setAside("x");
    assertThat(all()).containsOnlyKeys("y");
  }
}
