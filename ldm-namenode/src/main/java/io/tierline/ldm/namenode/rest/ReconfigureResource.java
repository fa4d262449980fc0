/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.namenode.config.Reconfiguration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /ldm/v1/reconfigure}: an administrator has this NameNode, active or standby, read its
 * configuration again.
 */
final class ReconfigureResource {
  private static final Logger LOG = LoggerFactory.getLogger(ReconfigureResource.class);

  private ReconfigureResource() {}

  static Answer answer(Asked asked) throws IOException {
    Reconfiguration reconfiguration = asked.parts().reconfiguration();
    return asked.logged(
        "",
        () ->
            Answer.ok(
                Map.of(
                    "changes",
                    run(reconfiguration),
                    "unknownKeys",
                    Views.unknownKeys(reconfiguration.unknown()))));
  }

  private static List<Map<String, Object>> run(Reconfiguration reconfiguration) throws IOException {
    List<Map<String, Object>> views = new ArrayList<>();
    try {
      for (Reconfiguration.Change change : reconfiguration.run()) {
        LOG.info(
            "LDM: {} was '{}' and is '{}' {}",
            change.key(),
            Printable.of(change.before()),
            Printable.of(change.after()),
            change.isApplied() ? "from now on" : "after a restart");
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("key", change.key());
        view.put("old", change.before());
        view.put("new", change.after());
        view.put("applied", change.isApplied());
        views.add(view);
      }
    } catch (IllegalArgumentException e) {
      throw new HttpError(
          HttpServletResponse.SC_BAD_REQUEST, "nothing was changed: " + e.getMessage());
    }
    return views;
  }
}
