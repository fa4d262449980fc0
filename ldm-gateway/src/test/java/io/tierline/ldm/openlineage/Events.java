/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import io.tierline.ldm.lineage.LineageException;

/** Run events in JSON, as integrations send them. */
final class Events {
  private Events() {}

  static String dataset(String path) {
    return "{\"namespace\":\"hdfs://nn:8020\",\"name\":\""
        + path
        + "\",\"facets\":{\"x\":{\"y\":[1]}}}";
  }

  static String event(String type, String run, String job, String facets, String in, String out) {
    return """
        {"eventType": "%s", "eventTime": "2026-11-21T10:00:00.000Z",
         "producer": "https://example.org/p", "schemaURL": "https://example.org/s",
         "run": {"runId": "%s", "facets": {%s}},
         "job": {"namespace": "etl", "name": "%s", "facets": {}},
         "inputs": [%s], "outputs": [%s]}
        """
        .formatted(type, run, facets, job, in, out);
  }

  static String start(String run, String job, String facets, String in, String out) {
    return event(
        "START",
        run,
        job,
        facets,
        in.isEmpty() ? "" : dataset(in),
        out.isEmpty() ? "" : dataset(out));
  }

  static String complete(String run, String job) {
    return event("COMPLETE", run, job, "", "", "");
  }

  static String parent(String run, String job) {
    return "\"parent\":{\"_producer\":\"p\",\"run\":{\"runId\":\"%s\"},\"job\":{\"namespace\":\"etl\",\"name\":\"%s\"}}"
        .formatted(run, job);
  }

  static RunEvent read(String json) throws LineageException {
    return RunEventReader.read(json).events().get(0);
  }
}
