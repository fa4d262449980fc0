/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What is to be moved and why: a document that does not change.
 *
 * @param id 1 to 64 letters, digits or dashes; unique in a NameNode
 * @param created when it was made
 * @param by who had it made
 * @param moves in the order they are to be started
 */
public record MigrationPlan(String id, Instant created, String by, List<Move> moves) {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /** Copies the list and checks the id. */
  public MigrationPlan {
    Objects.requireNonNull(created, "created");
    Objects.requireNonNull(by, "by");
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("a plan's id has 1 to 64 letters, digits or dashes");
    }
    moves = List.copyOf(moves);
  }

  /** Bytes that its moves copy. */
  public long bytes() {
    return moves.stream().mapToLong(Move::bytes).sum();
  }

  /** Bytes that its moves write to flash. */
  public long ssdBytes() {
    return moves.stream().mapToLong(Move::ssdBytes).sum();
  }

  /** Expected seconds of its copies, one after the other, on idle devices and unthrottled. */
  public double seconds() {
    return moves.stream().mapToDouble(Move::seconds).sum();
  }
}
