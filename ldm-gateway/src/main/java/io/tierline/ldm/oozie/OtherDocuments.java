/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.oozie.xml.XmlElement;
import java.util.Map;

/** Says what a document is that is not a workflow. */
final class OtherDocuments {
  private static final Map<String, String> KNOWN =
      Map.of(
          "coordinator-app", "an Oozie coordinator",
          "bundle-app", "an Oozie bundle",
          "configuration", "a Hadoop configuration",
          "project", "a Maven or Ant project",
          "process", "a Falcon process",
          "feed", "a Falcon feed",
          "schema", "an XML schema",
          "html", "a web page",
          "action", "a single action");

  private OtherDocuments() {}

  static String reason(XmlElement root) {
    String known = KNOWN.get(root.name());
    return known == null
        ? "not an Oozie workflow: the root element is <%s>, not <workflow-app>"
            .formatted(root.name())
        : "this is %s (<%s>), not a workflow".formatted(known, root.name());
  }
}
