/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.tell;

import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.wire.ReportDocument;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Cuts what is to be told into documents that a NameNode reads. */
final class ReportParts {
  /** A document that tells of nothing. */
  static final String NOTHING = ReportDocument.write(List.of());

  /**
   * Bytes of one document, below what a NameNode reads of a request. What is told in several has
   * its lineage made anew for each, so that they are to be few.
   */
  static final int MOST_BYTES = 3 << 20;

  private ReportParts() {}

  /**
   * The documents, in the order in which they are to be sent. What has one workflow to come stays
   * together, since such a workflow always comes whole. What has ended comes last: what comes after
   * it would be expected anew.
   */
  static List<String> documents(SourceReport told) {
    List<String> documents = new ArrayList<>();
    add(told, documents);
    return documents;
  }

  private static void add(SourceReport told, List<String> documents) {
    String document = ReportDocument.write(List.of(told));
    int fewer = told.seen().size() / 2;
    List<String> chains = told.coming().stream().map(job -> job.chain().id()).distinct().toList();
    if (bytes(document) <= MOST_BYTES || fewer == 0 && chains.size() < 2) {
      documents.add(document);
      return;
    }
    Set<String> first = Set.copyOf(chains.subList(0, chains.size() / 2));
    add(
        new SourceReport(
            told.source(),
            told.user(),
            told.seen().subList(0, fewer),
            told.insteadOf(),
            of(told.coming(), first, chains.size() > 1),
            told.gone(),
            List.of(),
            told.noJobs()),
        documents);
    add(
        new SourceReport(
            told.source(),
            told.user(),
            told.seen().subList(fewer, told.seen().size()),
            List.of(),
            of(told.coming(), first, false),
            List.of(),
            told.ended(),
            List.of()),
        documents);
  }

  private static int bytes(String document) {
    return document.getBytes(StandardCharsets.UTF_8).length;
  }

  private static List<Observation> of(List<Observation> jobs, Set<String> chains, boolean isAmong) {
    return jobs.stream()
        .filter(job -> chains.contains(job.chain().id()) == isAmong)
        .collect(Collectors.toList());
  }
}
