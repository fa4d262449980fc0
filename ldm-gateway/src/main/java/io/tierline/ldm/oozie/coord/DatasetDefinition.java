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
import java.util.ArrayList;
import java.util.List;

/**
 * A dataset as written; what it lacks is "".
 *
 * @param name its name
 * @param frequency its frequency
 * @param initialInstance its first instance
 * @param timezone its time zone
 * @param uriTemplate where an instance lies
 * @param doneFlag the file that tells that an instance is complete; "" when its directory does
 * @param file the file that it stands in
 * @param line the line of that file
 * @param included true when it comes from a file of datasets, where expressions are evaluated once
 *     more
 */
record DatasetDefinition(
    String name,
    String frequency,
    String initialInstance,
    String timezone,
    String uriTemplate,
    String doneFlag,
    String file,
    int line,
    boolean included) {
  /** Datasets of one file. */
  static final int DATASETS_MAX = 5_000;

  private static final String DONE_FLAG = "_SUCCESS";

  /** The datasets of an element of them; asynchronous ones, which Oozie never built, are none. */
  static List<DatasetDefinition> all(XmlElement datasets, boolean included)
      throws LineageException {
    List<DatasetDefinition> all = new ArrayList<>();
    for (XmlElement dataset : datasets.children("dataset")) {
      if (all.size() >= DATASETS_MAX) {
        throw dataset.refuse("there are more than " + DATASETS_MAX + " datasets");
      }
      all.add(of(dataset, included));
    }
    return all;
  }

  private static DatasetDefinition of(XmlElement dataset, boolean included)
      throws LineageException {
    return new DatasetDefinition(
        Required.attribute(dataset, "name"),
        dataset.attribute("frequency").orElse(""),
        dataset.attribute("initial-instance").orElse(""),
        dataset.attribute("timezone").orElse(""),
        Required.child(dataset, "uri-template").text(),
        dataset.childText("done-flag").orElse(DONE_FLAG),
        dataset.file(),
        dataset.line(),
        included);
  }

  /** The files of datasets that an element of them includes, as written. */
  static List<XmlElement> includes(XmlElement datasets) {
    return datasets.children("include").stream().filter(i -> !i.text().isEmpty()).toList();
  }
}
