/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.rating.LineageQuotient;
import java.util.List;

/**
 * A dataset with a page of its writers and one of its readers.
 *
 * @param managed whether its blocks are placed by lineage
 */
record DatasetDocument(
    String path,
    boolean managed,
    List<String> writers,
    int writersInAll,
    List<String> readers,
    int readersInAll,
    int reusability,
    int slack,
    double lineageQuotient) {
  static DatasetDocument of(Vertex vertex, boolean mayCount, Authority authority, Page page) {
    return new DatasetDocument(
        vertex.dataset().toString(),
        vertex.isProduced() && vertex.dataset().isLiteral() && mayCount,
        names(page.of(vertex.writers()), authority),
        vertex.writers().size(),
        names(page.of(vertex.readers()), authority),
        vertex.readers().size(),
        vertex.reusability(),
        vertex.slack(),
        LineageQuotient.of(vertex.reusability(), vertex.slack()));
  }

  static List<String> names(List<JobId> jobs, Authority authority) {
    return jobs.stream().map(authority::nameOf).toList();
  }
}
