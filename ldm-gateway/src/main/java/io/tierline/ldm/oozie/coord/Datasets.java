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
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The datasets that a coordinator knows, by name; each is resolved when it is asked for. */
final class Datasets {
  private final Submission submission;
  private final boolean isPartial;
  private final Map<String, DatasetDefinition> definitions = new LinkedHashMap<>();
  private final Map<String, Dataset> resolved = new HashMap<>();
  private final KnownTexts known = new KnownTexts();

  /**
   * Takes the definitions; of two with one name the first stands.
   *
   * @param isPartial whether there are files of others that could not be read
   */
  Datasets(Submission submission, List<DatasetDefinition> all, boolean isPartial) {
    this.submission = submission;
    this.isPartial = isPartial;
    for (DatasetDefinition definition : all) {
      definitions.putIfAbsent(quietly(definition.name(), definition).text(), definition);
    }
  }

  /** The dataset of that name, if it is defined. */
  Optional<Dataset> find(String name) {
    return Optional.ofNullable(definitions.get(name))
        .map(definition -> resolved.computeIfAbsent(name, n -> resolve(definition)));
  }

  /** Why there is no dataset of a name that is not found. */
  String reasonOfLack() {
    return isPartial
        ? "no file of datasets that could be read defines this dataset"
        : "this dataset is defined nowhere";
  }

  /** All datasets, in the order of their definitions. */
  List<Dataset> all() {
    return definitions.keySet().stream().map(name -> find(name).orElseThrow()).toList();
  }

  private Dataset resolve(DatasetDefinition definition) {
    ZoneId zone = zone(text(definition.timezone(), definition), definition);
    Expressions frequencies = submission.expressions().in(ActionFunctions.OF_FREQUENCY);
    Resolved often = frequencies.resolve(definition.frequency());
    Optional<Frequency> frequency = Frequency.parse(report(often, definition));
    if (frequency.isEmpty() && often.isComplete()) {
      missing(definition, lacking("frequency", often.text()));
    }
    String initial = text(definition.initialInstance(), definition);
    Optional<Instant> first = Times.parse(initial);
    if (first.isEmpty() && !initial.contains("${")) {
      missing(definition, lacking("initial-instance", initial));
    }
    Instant origin =
        frequency.isPresent() && first.isPresent()
            ? frequency.get().origin(first.get(), zone)
            : null;
    UriTemplate uri = new UriTemplate(text(definition.uriTemplate(), definition), known);
    String doneFlag = text(definition.doneFlag(), definition);
    return new Dataset(definition, frequency.orElse(null), origin, zone, uri, doneFlag);
  }

  private ZoneId zone(String name, DatasetDefinition definition) {
    Optional<ZoneId> zone = Times.zone(name);
    if (zone.isEmpty() && !name.contains("${")) {
      missing(definition, lacking("timezone", name) + "; UTC is taken");
    }
    return zone.orElse(ZoneOffset.UTC);
  }

  private static String lacking(String attribute, String value) {
    return value.isEmpty()
        ? "it has no '" + attribute + "'"
        : "its %s is '%s'".formatted(attribute, value);
  }

  private void missing(DatasetDefinition definition, String why) {
    submission.findings().add(definition.name(), definition.file(), definition.line(), why);
  }

  private String text(String text, DatasetDefinition definition) {
    return report(quietly(text, definition), definition);
  }

  /** What stays open, save what waits for an instance's time. */
  private String report(Resolved resolvedText, DatasetDefinition definition) {
    resolvedText
        .unresolved()
        .forEach(
            (expression, why) -> {
              if (!UriTemplate.isTimed(expression)) {
                submission.findings().add(expression, definition.file(), definition.line(), why);
              }
            });
    return resolvedText.text();
  }

  /** In a file of datasets expressions are evaluated once more. */
  private Resolved quietly(String text, DatasetDefinition definition) {
    Resolved once = submission.expressions().resolve(text);
    return definition.included() ? submission.expressions().resolve(once.text()) : once;
  }
}
