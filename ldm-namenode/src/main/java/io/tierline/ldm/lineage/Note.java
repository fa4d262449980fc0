/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.Objects;

/**
 * Something a reader of the plan should know: lineage that could not be seen, or was guessed.
 *
 * @param line the line of the definition, or 0 when there is none
 * @param job the job concerned, or "" for the whole workflow
 * @param text one line of plain words
 */
public record Note(int line, String job, String text) {
  /** Checks that nothing is missing. */
  public Note {
    Objects.requireNonNull(job, "job");
    Objects.requireNonNull(text, "text");
  }
}
