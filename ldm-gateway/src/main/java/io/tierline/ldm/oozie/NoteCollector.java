/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.oozie.el.Resolved;
import io.tierline.ldm.oozie.xml.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects what a reader of the plan should know, each thing once. */
final class NoteCollector {
  /** Notes that are kept; a plan with more is not read by anyone. */
  private static final int NOTES_MAX = 2_000;

  private final String file;
  private final List<Note> notes;
  private final Set<String> seen;

  NoteCollector() {
    this("", new ArrayList<>(), new HashSet<>());
  }

  private NoteCollector(String file, List<Note> notes, Set<String> seen) {
    this.file = file;
    this.notes = notes;
    this.seen = seen;
  }

  /** A collector into the same notes, for what stands in the definition of that unit. */
  NoteCollector of(Unit unit) {
    boolean isTop = unit.chain().size() == 1;
    return new NoteCollector(isTop ? "" : unit.definition().file(), notes, seen);
  }

  /** Adds a note for a place. */
  void add(int line, String job, String text) {
    add(line, job, text, false);
  }

  /** Adds a note on what is wrong with the definition. */
  void fault(int line, String job, String text) {
    add(line, job, text, true);
  }

  private void add(int line, String job, String text, boolean isFault) {
    if (notes.size() < NOTES_MAX) {
      notes.add(new Note(file, line, job, Refusal.oneLine(text), isFault));
    }
  }

  /** Adds a note unless one with the same text is there for any place. */
  void addOnce(int line, String job, String text) {
    if (seen.size() < NOTES_MAX && seen.add(text)) {
      add(line, job, text);
    }
  }

  /** Reports the expressions that stay as they are, each once for the whole workflow. */
  void unresolved(int line, String job, Resolved resolved) {
    resolved.unresolved().forEach((expression, why) -> unresolved(line, job, expression, why));
  }

  /** Reports one expression that stays as it is. */
  void unresolved(int line, String job, String expression, String reason) {
    if (seen.size() < NOTES_MAX && seen.add(expression)) {
      add(line, job, expression + " stays as written: " + reason);
    }
  }

  List<Note> notes() {
    return notes;
  }
}
