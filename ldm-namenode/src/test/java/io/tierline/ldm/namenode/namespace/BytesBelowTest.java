/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.Test;

class BytesBelowTest {
  private static final int PAGE = 2;
  private static final int MOST = 20;
  private static final long SECOND = 1_000_000_000L;
  private static final DatasetPath DATA = DatasetPath.of("/data");

  private final Map<String, HdfsFileStatus[]> directories = new HashMap<>();
  private int pages;
  private long nanosOfAPage;
  private long now;
  private final BytesBelow bytes = new BytesBelow(this::page, MOST, () -> now);

  private static HdfsFileStatus entry(String name, long length, boolean isDirectory) {
    return new HdfsFileStatus.Builder()
        .path(name.getBytes(StandardCharsets.UTF_8))
        .length(length)
        .isdir(isDirectory)
        .build();
  }

  private static HdfsFileStatus file(String name, long length) {
    return entry(name, length, false);
  }

  private DirectoryListing page(String directory, byte[] after, boolean located)
      throws IOException {
    pages++;
    now += nanosOfAPage;
    HdfsFileStatus[] all = directories.get(directory);
    if (all == null) {
      return null;
    }
    String last = new String(after, StandardCharsets.UTF_8);
    int from = 0;
    while (from < all.length && all[from].getLocalName().compareTo(last) <= 0) {
      from++;
    }
    int to = Math.min(all.length, from + PAGE);
    return new DirectoryListing(Arrays.copyOfRange(all, from, to), all.length - to);
  }

  @Test
  void allFilesBelowCountPageByPage() {
    directories.put(
        "/data", new HdfsFileStatus[] {entry("_temporary", 0, true), file("a", 1), file("b", 20)});
    directories.put("/data/_temporary", new HdfsFileStatus[] {file("c", 300)});
    assertThat(bytes.applyAsLong(DATA)).isEqualTo(321);
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void nothingLiesWhereNothingIs() {
    assertThat(bytes.applyAsLong(DATA)).isZero();
  }

  @Test
  void tooManyFilesAndOtherFileSystemsAndPatternsAreUnknown() {
    HdfsFileStatus[] many = new HdfsFileStatus[MOST + 2];
    for (int i = 0; i < many.length; i++) {
      many[i] = file("f" + (char) ('a' + i), 1);
    }
    directories.put("/data", many);
    assertThat(bytes.applyAsLong(DATA)).isEqualTo(BytesBelow.UNKNOWN);
    assertThat(bytes.applyAsLong(DatasetPath.of("/data/*"))).isEqualTo(BytesBelow.UNKNOWN);
    assertThat(bytes.applyAsLong(DatasetPath.of("s3a://bucket/data")))
        .isEqualTo(BytesBelow.UNKNOWN);
  }

  @Test
  void aCountIsGoodForNineteenTimesAsLongAsItTook() {
    directories.put("/data", new HdfsFileStatus[] {file("a", 1)});
    nanosOfAPage = SECOND;
    bytes.applyAsLong(DATA);
    directories.put("/data", new HdfsFileStatus[] {file("a", 2)});
    now += 19 * SECOND - 1;
    assertThat(bytes.applyAsLong(DATA)).isEqualTo(1);
    now++;
    assertThat(bytes.applyAsLong(DATA)).isEqualTo(2);
    assertThat(pages).isEqualTo(2);
  }

  @Test
  void whatCannotBeCountedIsUnknown() {
    BytesBelow failing =
        new BytesBelow(
            (directory, after, located) -> {
              throw new IOException("no");
            },
            MOST,
            () -> now);
    assertThat(failing.applyAsLong(DATA)).isEqualTo(BytesBelow.UNKNOWN);
  }
}
