/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.oozie.el.Expressions;
import java.util.ArrayList;
import java.util.List;

/**
 * A definition with all that its texts depend on: one for the workflow, one for each sub-workflow
 * that is taken in.
 *
 * @param definition the definition
 * @param expressions evaluates its texts
 * @param global its global section, with what a parent hands down
 * @param directory where its files lie, relative to those of the workflow; "" for the workflow
 * @param chain the files from the workflow down to this definition
 */
record Unit(
    Definition definition,
    Expressions expressions,
    Global global,
    String directory,
    List<String> chain) {

  /** The chain of this unit with one file more. */
  List<String> chainTo(String file) {
    List<String> longer = new ArrayList<>(chain);
    longer.add(file);
    return List.copyOf(longer);
  }
}
