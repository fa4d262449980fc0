/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.oozie.el.Expressions;
import io.tierline.ldm.oozie.el.Resolved;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells which instances of a dataset a data event means for an action. */
final class EventInstances {
  private final DataEvent event;
  private final Dataset dataset;
  private final Submission submission;
  private final String file;
  private final ActionBudget budget;

  /** References that are the same for every action. */
  private final Map<String, Optional<List<InstanceReference>>> constant = new HashMap<>();

  private boolean guess;

  /**
   * Binds an event.
   *
   * @param budget what it and the coordinator's other events may take together
   */
  EventInstances(
      DataEvent event, Dataset dataset, Submission submission, String file, ActionBudget budget) {
    this.event = event;
    this.dataset = dataset;
    this.submission = submission;
    this.file = file;
    this.budget = budget;
  }

  DataEvent event() {
    return event;
  }

  Dataset dataset() {
    return dataset;
  }

  /** True when which instances they are depends on what exists when the action runs. */
  boolean isGuess() {
    return guess;
  }

  /** The instances, newest first; empty when an expression for them is not known. */
  Optional<List<Instant>> of(ActionFunctions functions, Instant nominal) {
    if (!dataset.isScheduled()) {
      return Optional.empty();
    }
    try {
      Set<Instant> instances = new LinkedHashSet<>();
      boolean known = !event.isRange() || addRange(functions, nominal, instances);
      for (String text : event.instances()) {
        known &= addEach(text, functions, nominal, instances);
      }
      return known ? Optional.of(List.copyOf(instances)) : Optional.empty();
    } catch (TooManyInstancesException tooMany) {
      submission.findings().add(event.name(), file, event.line(), tooMany.getMessage());
      return Optional.empty();
    } catch (DateTimeException | ArithmeticException beyondTheCalendar) {
      submission
          .findings()
          .add(event.name(), file, event.line(), "its instances lie beyond the calendar");
      return Optional.empty();
    }
  }

  private boolean addRange(ActionFunctions functions, Instant nominal, Set<Instant> instances) {
    Optional<List<InstanceReference>> first = references(event.first(), functions);
    Optional<List<InstanceReference>> last = references(event.last(), functions);
    if (first.isEmpty() || last.isEmpty()) {
      return false;
    }
    InstanceReference from = first.get().get(0);
    InstanceReference to = last.get().get(0);
    if (from.isBehind(to)) {
      submission
          .findings()
          .add(event.name(), file, event.line(), "its range begins behind its end: it is empty");
    }
    instances.addAll(from.to(to, dataset, nominal, budget));
    return true;
  }

  private boolean addEach(
      String text, ActionFunctions functions, Instant nominal, Set<Instant> instances) {
    Optional<List<InstanceReference>> references = references(text, functions);
    budget.takeInstances(references.map(List::size).orElse(0));
    for (InstanceReference reference : references.orElse(List.of())) {
      instances.addAll(reference.instances(dataset, nominal));
    }
    return references.isPresent();
  }

  private Optional<List<InstanceReference>> references(String text, ActionFunctions functions) {
    Optional<List<InstanceReference>> known = constant.get(text);
    if (known != null) {
      return known;
    }
    ActionFunctions here = functions.of(dataset);
    Expressions expressions = submission.expressions().in(here);
    Resolved resolved = expressions.resolve(text);
    submission.findings().text(resolved, file, event.line());
    Optional<List<InstanceReference>> references =
        resolved.isComplete() ? InstanceReference.parse(resolved.text()) : Optional.empty();
    if (references.isEmpty() && resolved.isComplete()) {
      submission
          .findings()
          .add(text, file, event.line(), "'" + resolved.text() + "' names no instance");
    }
    List<InstanceReference> found = new ArrayList<>(references.orElse(List.of()));
    guess |= found.stream().anyMatch(InstanceReference::isGuess);
    if (!here.wasAsked() && budget.takeReferences(1 + found.size())) {
      constant.put(text, references);
    }
    return references;
  }
}
