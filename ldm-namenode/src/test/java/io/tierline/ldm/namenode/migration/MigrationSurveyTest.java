/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.namenode.namespace.Listing;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.Test;

class MigrationSurveyTest {
  /** Directories without a file took no end: each listing is a call under the namespace's lock. */
  @Test
  void directoriesWithoutFilesEndASurveyToo() throws Exception {
    AtomicInteger listings = new AtomicInteger();
    Listing listing = mock(Listing.class);
    HdfsFileStatus child =
        new HdfsFileStatus.Builder().isdir(true).path("sub".getBytes("UTF-8")).build();
    when(listing.page(anyString(), any(), anyBoolean()))
        .thenAnswer(
            call ->
                listings.incrementAndGet() > 100_000
                    ? null
                    : new DirectoryListing(new HdfsFileStatus[] {child}, 0));
    MigrationSurvey survey =
        new MigrationSurvey(
            listing,
            null,
            new MigrationSurvey.Scope(path -> null, HashSet::new, root -> false, 3),
            1_000);
    assertThat(survey.walk(List.of("/a", "/b"))).isZero();
    assertThat(listings.get()).isBetween(1, 1_000);
  }
}
