/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tierline.ldm.lineage.LineageException;
import java.util.Random;

/**
 * Gives a parser one text in many mutations. Each is read, or refused by a {@link LineageException}
 * of one line; nothing else is ever thrown.
 *
 * @param mutator what changes the text
 * @param text that a parser reads
 * @param seed which mutations are drawn
 * @param inputs how many
 */
public record ParserFuzz(TextMutator mutator, String text, long seed, int inputs) {
  /** One in so many inputs at least is read, or the mutations have stopped to mean anything. */
  private static final int READ_IN = 100;

  /** What reads an input, and does with it what only what was read must bear. */
  @FunctionalInterface
  public interface Parser {
    /**
     * Reads one.
     *
     * @param number of the input, from 0
     */
    void read(String input, int number) throws LineageException;
  }

  /**
   * Has all inputs read.
   *
   * @param refusedIn one in so many inputs at least is refused
   */
  public void run(int refusedIn, Parser parser) {
    Random random = new Random(seed);
    int read = 0;
    int refused = 0;
    for (int i = 0; i < inputs; i++) {
      String input = mutator.mutated(text, random);
      try {
        parser.read(input, i);
        read++;
      } catch (LineageException e) {
        refused++;
        if (e.getMessage().isBlank() || e.getMessage().contains("\n")) {
          fail("seed %d, input %d: no single line: %s".formatted(seed, i, e.getMessage()));
        }
      } catch (RuntimeException | StackOverflowError e) {
        fail("seed %d, input %d: %s".formatted(seed, i, input), e);
      }
    }
    assertThat(read).isGreaterThan(inputs / READ_IN);
    assertThat(refused).isGreaterThan(inputs / refusedIn);
  }
}
