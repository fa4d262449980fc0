/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The datasets that a coordinator knows: its own, those of the files that it includes, and those of
 * the files that these include. What cannot be had is a finding and hinders nothing else.
 */
final class IncludedDatasets {
  /** Files that one coordinator includes. */
  static final int FILES_MAX = 200;

  /** Datasets of all these files. */
  static final int DATASETS_MAX = DatasetDefinition.DATASETS_MAX;

  /** Where the files come from. */
  @FunctionalInterface
  interface Source {
    /**
     * The root of a file of datasets; empty, with a finding, when it cannot be had.
     *
     * @param path as evaluated
     * @param include what names it
     */
    Optional<XmlElement> open(String path, XmlElement include);
  }

  private final CoordinatorDefinition definition;
  private final Submission submission;
  private final Source source;
  private final List<DatasetDefinition> all = new ArrayList<>();
  private int included;
  private boolean isPartial;

  private IncludedDatasets(CoordinatorDefinition definition, Submission submission, Source source) {
    this.definition = definition;
    this.submission = submission;
    this.source = source;
  }

  static Datasets of(CoordinatorDefinition definition, Submission submission, Source source) {
    IncludedDatasets datasets = new IncludedDatasets(definition, submission, source);
    datasets.all.addAll(definition.datasets());
    datasets.readIncludes();
    return new Datasets(submission, datasets.all, datasets.isPartial);
  }

  private void readIncludes() {
    Deque<XmlElement> open = new ArrayDeque<>(definition.includes());
    Set<String> read = new HashSet<>();
    while (!open.isEmpty()) {
      XmlElement include = open.remove();
      String path = submission.text(include.text(), include.file(), include.line());
      if (read.size() == FILES_MAX && !read.contains(path)) {
        lacks(path, include, "there are more than " + FILES_MAX + " included files");
        return;
      }
      if (read.add(path)) {
        Optional<XmlElement> root = source.open(path, include);
        isPartial |= root.isEmpty();
        root.ifPresent(datasets -> add(path, include, datasets, open));
      }
    }
  }

  private void add(String path, XmlElement include, XmlElement root, Deque<XmlElement> open) {
    try {
      List<DatasetDefinition> datasets = DatasetDefinition.all(root, true);
      if (datasets.size() > DATASETS_MAX - included) {
        String tooMany = "there are more than %d datasets in all included files";
        throw root.refuse(tooMany.formatted(DATASETS_MAX));
      }
      included += datasets.size();
      all.addAll(datasets);
      open.addAll(DatasetDefinition.includes(root));
    } catch (LineageException unusable) {
      lacks(path, include, unusable.getMessage());
    }
  }

  private void lacks(String path, XmlElement include, String why) {
    isPartial = true;
    submission.findings().add(path, include.file(), include.line(), why);
  }
}
