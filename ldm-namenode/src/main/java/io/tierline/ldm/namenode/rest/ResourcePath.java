/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import java.util.List;

/**
 * What a request names under {@code /ldm}, decoded: {@code /v1/workflows/ID/finished/JOB}. The
 * job's name is all that follows, since a job taken in from a sub-workflow is named {@code
 * parent/child}.
 *
 * @param parts what stands between the slashes; a finished job's name is one part
 */
record ResourcePath(List<String> parts) {
  private static final String VERSION = "v1";
  private static final int FINISHED_PARTS = 5;

  /**
   * Reads a path.
   *
   * @param pathInfo what the servlet gives: starts with a slash, or null
   */
  static ResourcePath of(String pathInfo) {
    String path = pathInfo == null ? "" : pathInfo.replaceFirst("^/", "");
    String[] parts = path.split("/", FINISHED_PARTS);
    boolean finished =
        parts.length == FINISHED_PARTS && parts[FINISHED_PARTS - 2].equals("finished");
    return new ResourcePath(List.of(finished ? parts : path.split("/")));
  }

  /** The kind of resource, or "" when nothing is served there. */
  String kind() {
    return parts.size() > 1 && parts.get(0).equals(VERSION) ? parts.get(1) : "";
  }

  /** The kind and what follows it; empty when nothing is served there. */
  List<String> named() {
    return kind().isEmpty() ? List.of() : parts.subList(1, parts.size());
  }
}
