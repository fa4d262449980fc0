/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.Layout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FSTableDescriptors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RlsmInspectTest {

  @TempDir private Path scratch;

  private final Random random = new Random(1);
  private LocalTable table;

  @BeforeEach
  void create() throws IOException {
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setDurability(Durability.SKIP_WAL)
            .setColumnFamily(LocalTable.family("f").setBlocksize(1024).build())
            .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "4000")
            .setValue(RlsmKeys.SLICES_MAX.key(), "4")
            .setValue(RlsmKeys.IDLE_MILLIS.key(), "1000000000")
            .build();
    descriptor = LocalTable.withEngine(descriptor, RlsmStoreEngine.class);
    table = new LocalTable(scratch.resolve("root"), descriptor, false).create();
    new FSTableDescriptors(conf()).createTableDescriptor(descriptor);
    for (int flush = 0; flush < 20; flush++) {
      for (int i = 0; i < 100; i++) {
        byte[] row = Bytes.toBytes(String.format("row%05d", random.nextInt(3000)));
        byte[] value = Bytes.toBytes(random.nextLong());
        table.mutate(new Put(row).addColumn(Bytes.toBytes("f"), new byte[0], flush + 1, value));
      }
      table.flush();
      table.compactions().untilQuiet();
    }
  }

  @AfterEach
  void close() throws IOException {
    table.close();
  }

  private Configuration conf() {
    Configuration conf = LocalSite.small();
    conf.set(HConstants.HBASE_DIR, scratch.resolve("root").toUri().toString());
    return conf;
  }

  private int run(ByteArrayOutputStream printed, String... args) {
    RlsmInspect tool = new RlsmInspect(new PrintStream(printed, true, StandardCharsets.UTF_8));
    tool.setConf(conf());
    return tool.run(args);
  }

  private List<String> inspected() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    assertThat(run(printed, "t")).isZero();
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static long count(List<String> lines, String what) {
    return lines.stream().filter(line -> line.trim().startsWith(what + " ")).count();
  }

  @Test
  void filesAloneTellTheLayoutThatTheStoreHas() {
    Layout layout = table.states().get(0).layout();
    assertThat(layout.partitions()).hasSizeGreaterThan(3);
    List<String> lines = inspected();
    assertThat(lines.get(0))
        .contains(layout.files().size() + " files")
        .contains("Level 0 " + layout.level0().size() + " files")
        .contains(layout.partitions().size() + " partitions")
        .contains("at most " + layout.maxDepth() + " files for a row");
    assertThat(count(lines, "partition")).isEqualTo(layout.partitions().size());
    assertThat(count(lines, "flush") + count(lines, "run") + count(lines, "base"))
        .isEqualTo(layout.partitions().stream().mapToLong(each -> each.files().size()).sum());
  }

  @Test
  void daughtersOfASplitAreShown() throws IOException {
    assertThat(table.master().split(Bytes.toBytes("row01500"))).isTrue();
    List<String> lines = inspected();
    for (StoreState state : table.states()) {
      Layout layout = state.layout();
      assertThat(lines)
          .anyMatch(
              line ->
                  line.contains(layout.files().size() + " files")
                      && line.contains("Level 0 " + layout.level0().size() + " files")
                      && line.contains(layout.partitions().size() + " partitions, at most ")
                      && line.contains("at most " + layout.maxDepth() + " files for a row"));
    }
  }

  @Test
  void wrongArgumentsAreSaidInALine() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    assertThat(run(printed, "nosuch")).isEqualTo(1);
    assertThat(run(printed, "a:b:c")).isEqualTo(1);
    assertThat(run(printed)).isEqualTo(2);
    assertThat(run(printed, "--nosuch")).isEqualTo(2);
    assertThat(run(printed, "t", "u")).isEqualTo(2);
    assertThat(printed.size()).isZero();
    assertThat(run(printed, "--help")).isZero();
    assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("Usage: ");
  }

  @Test
  void aDamagedFileEndsInALineAndNotInATrace() throws IOException {
    Path file = Path.of(table.states().get(0).files().get(0).getPath().toUri().getPath());
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(run(new ByteArrayOutputStream(), "t")).isEqualTo(1);
  }
}
