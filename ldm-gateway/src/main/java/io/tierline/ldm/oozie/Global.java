/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a definition's global section gives to all its actions.
 *
 * @param nameNode the file system of paths without one; null when not stated
 * @param jobXml configuration files, as written
 * @param configuration properties, as written
 */
record Global(String nameNode, List<String> jobXml, Map<String, String> configuration) {
  static final Global EMPTY = new Global(null, List.of(), Map.of());

  /** This section on top of the one that a parent workflow hands down. */
  Global over(Global parent) {
    List<String> files = new ArrayList<>(parent.jobXml);
    files.addAll(jobXml);
    Map<String, String> merged = new LinkedHashMap<>(parent.configuration);
    merged.putAll(configuration);
    return new Global(nameNode == null ? parent.nameNode : nameNode, files, merged);
  }
}
