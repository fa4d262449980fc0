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
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.migration.MigrationPlan;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.rating.Medium;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A migration plan in JSON:
 *
 * <pre>{@code
 * {"version": 1, "id": "plan-1", "created": "2026-11-21T20:00:00Z", "by": "auto", "moves": [
 *   {"why": "NO_USE_LEFT", "reason": "...", "root": "/out", "file": "/out/part-0",
 *    "block": 1073741825, "bytes": 134217728, "fromNode": "uuid", "from": "SSD",
 *    "toNode": "uuid", "to": "DISK", "seconds": 0.87}]}
 * }</pre>
 *
 * Unknown fields, other versions and plans of more than {@value #MAX_MOVES} moves are refused.
 */
public final class MigrationPlanDocument {
  /** The form that is written, and the only one that is read. */
  public static final int VERSION = 1;

  /** Most moves of a plan that is read. */
  public static final int MAX_MOVES = 100_000;

  private static final int MAX_TEXT = 1_000;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  record PlanForm(int version, String id, String created, String by, List<MoveForm> moves) {}

  record MoveForm(
      String why,
      String reason,
      String root,
      String file,
      long block,
      long bytes,
      String fromNode,
      String from,
      String toNode,
      String to,
      double seconds) {}

  private MigrationPlanDocument() {}

  /** The plan as a tree that Jackson writes as a document. */
  public static JsonNode tree(MigrationPlan plan) {
    List<MoveForm> moves = plan.moves().stream().map(MigrationPlanDocument::form).toList();
    return MAPPER.valueToTree(
        new PlanForm(VERSION, plan.id(), plan.created().toString(), plan.by(), moves));
  }

  /** Writes the plan as a document that {@link #read} takes. */
  public static String write(MigrationPlan plan) {
    return tree(plan).toString();
  }

  private static MoveForm form(Move move) {
    return new MoveForm(
        move.why().name(),
        move.reason(),
        move.root(),
        move.file(),
        move.block(),
        move.bytes(),
        move.fromNode(),
        move.from().name(),
        move.toNode(),
        move.to().name(),
        move.seconds());
  }

  /**
   * Reads a document.
   *
   * @throws LineageException in one line, when it is none
   */
  public static MigrationPlan read(String json) throws LineageException {
    PlanForm form = parse(json);
    if (form == null || form.version() != VERSION) {
      throw refused("its version is not " + VERSION, null);
    }
    if (form.moves() == null || form.moves().size() > MAX_MOVES) {
      throw refused("it has no 'moves', or more than " + MAX_MOVES, null);
    }
    List<Move> moves = new ArrayList<>();
    for (MoveForm move : form.moves()) {
      moves.add(move(moves.size(), move));
    }
    try {
      String by = text("by", form.by(), MAX_TEXT);
      Instant created = Instant.parse(text("created", form.created(), MAX_TEXT));
      return new MigrationPlan(text("id", form.id(), MAX_TEXT), created, by, moves);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw refused(e.getMessage(), e);
    }
  }

  private static PlanForm parse(String json) throws LineageException {
    try {
      return MAPPER.readValue(json, PlanForm.class);
    } catch (JsonProcessingException e) {
      throw refused(JsonErrors.reason(e), e);
    }
  }

  private static Move move(int index, MoveForm form) throws LineageException {
    if (form == null) {
      throw refused("move " + index + " is null", null);
    }
    try {
      return new Move(
          Move.Why.valueOf(text("why", form.why(), MAX_TEXT).toUpperCase(Locale.ROOT)),
          text("reason", form.reason(), MAX_TEXT),
          path("root", form.root()),
          path("file", form.file()),
          form.block(),
          form.bytes(),
          text("fromNode", form.fromNode(), MAX_TEXT),
          Medium.valueOf(text("from", form.from(), MAX_TEXT)),
          text("toNode", form.toNode(), MAX_TEXT),
          Medium.valueOf(text("to", form.to(), MAX_TEXT)),
          form.seconds());
    } catch (IllegalArgumentException e) {
      throw refused("move " + index + ": " + e.getMessage(), e);
    }
  }

  private static String path(String name, String text) {
    if (!text(name, text, DatasetPath.MAX_LENGTH).startsWith("/")) {
      throw new IllegalArgumentException("'" + name + "' is no absolute path");
    }
    return text;
  }

  private static String text(String name, String text, int most) {
    if (text == null || text.length() > most) {
      throw new IllegalArgumentException(
          "'%s' is missing or longer than %d characters".formatted(name, most));
    }
    return text;
  }

  private static LineageException refused(String why, Exception cause) {
    return cause == null
        ? new LineageException("not a migration plan: " + why)
        : new LineageException("not a migration plan: " + why, cause);
  }
}
