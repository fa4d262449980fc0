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
 * @param file the definition of a sub-workflow, or "" for the workflow's own
 * @param line the line of that definition, or 0 when there is none
 * @param job the job concerned, or "" for the whole workflow
 * @param text one line of plain words
 * @param isFault true for what is wrong with the definition
 */
public record Note(String file, int line, String job, String text, boolean isFault) {
  /** A note on the workflow's own definition. */
  public Note(int line, String job, String text) {
    this("", line, job, text, false);
  }

  /** Checks that nothing is missing. */
  public Note {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(job, "job");
    Objects.requireNonNull(text, "text");
  }
}
