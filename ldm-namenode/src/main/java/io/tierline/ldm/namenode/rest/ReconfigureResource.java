/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.namenode.config.Reconfiguration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /ldm/v1/reconfigure}: an administrator has this NameNode, active or standby, read its
 * configuration again.
 */
final class ReconfigureResource {
  private static final Logger LOG = LoggerFactory.getLogger(ReconfigureResource.class);

  private record Changed(
      String key,
      @JsonInclude @JsonProperty("old") String before,
      @JsonInclude @JsonProperty("new") String after,
      boolean applied) {}

  private record Report(List<Changed> changes, List<StatusDocument.Unknown> unknownKeys) {}

  private ReconfigureResource() {}

  static Answer answer(Asked asked) throws IOException {
    Reconfiguration reconfiguration = asked.parts().serving().reconfiguration();
    return asked.logged(
        "",
        () ->
            Answer.ok(
                new Report(
                    run(reconfiguration), StatusDocument.Unknown.all(reconfiguration.unknown()))));
  }

  private static List<Changed> run(Reconfiguration reconfiguration) throws IOException {
    List<Changed> views = new ArrayList<>();
    try {
      for (Reconfiguration.Change change : reconfiguration.run()) {
        LOG.info(
            "LDM: {} was '{}' and is '{}' {}",
            change.key(),
            Printable.of(change.before()),
            Printable.of(change.after()),
            change.isApplied() ? "from now on" : "after a restart");
        views.add(new Changed(change.key(), change.before(), change.after(), change.isApplied()));
      }
    } catch (IllegalArgumentException e) {
      throw new HttpError(
          HttpServletResponse.SC_BAD_REQUEST, "nothing was changed: " + e.getMessage());
    }
    return views;
  }
}
