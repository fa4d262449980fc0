/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.migration.MigrationPlan;
import java.util.regex.Pattern;

/**
 * What is asked about: a plan by its id ({@code {"plan": "ID"}}), a plan's document, or a lineage
 * document. Exactly one of the three is there, the others are null.
 *
 * @param planId a plan that the NameNode keeps
 * @param plan a plan
 * @param workflow a workflow
 */
public record WhatIfRequest(String planId, MigrationPlan plan, Workflow workflow) {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /** Asks about a plan that the NameNode keeps. */
  public static String ofPlan(String id) {
    return MAPPER.createObjectNode().put("plan", id).toString();
  }

  /**
   * Reads a request.
   *
   * @throws LineageException in one line, when it is none
   */
  public static WhatIfRequest read(String json) throws LineageException {
    JsonNode tree = tree(json);
    if (tree.has("plan")) {
      String id = tree.path("plan").asText();
      if (tree.size() != 1 || !tree.path("plan").isTextual() || !ID.matcher(id).matches()) {
        throw new LineageException("a plan is asked about as {\"plan\": \"ID\"}");
      }
      return new WhatIfRequest(id, null, null);
    }
    return tree.has("moves")
        ? new WhatIfRequest(null, MigrationPlanDocument.read(json), null)
        : new WhatIfRequest(null, null, new LineageDocument(json).read(""));
  }

  /**
   * True when the text is a plan's document rather than lineage, whether or not it is a good one.
   */
  public static boolean isPlan(String json) throws LineageException {
    return tree(json).has("moves");
  }

  private static JsonNode tree(String json) throws LineageException {
    JsonNode tree;
    try {
      tree = MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new LineageException("not JSON: " + JsonErrors.reason(e), e);
    }
    if (!tree.isObject()) {
      throw new LineageException("neither a plan nor a lineage document");
    }
    return tree;
  }
}
