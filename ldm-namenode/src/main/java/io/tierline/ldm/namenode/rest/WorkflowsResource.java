/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.registry.Registration;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.util.List;
import javax.servlet.http.HttpServletResponse;

/** What is registered: everybody's own, and all for administrators. */
final class WorkflowsResource {
  private record Listed(List<WorkflowDocument.Summary> workflows) {}

  private record Withdrawn(String withdrawn) {}

  private record Finished(String finished) {}

  private WorkflowsResource() {}

  static Answer list(Asked asked) {
    return Answer.ok(new Listed(WorkflowDocument.all(asked.parts(), asked.authority())));
  }

  static Answer one(Asked asked) throws IOException {
    return Answer.ok(
        WorkflowDocument.of(
            asked.parts(),
            registration(asked),
            asked.authority(),
            Page.of(asked.request(), Page.FIRST)));
  }

  static Answer register(Asked asked) throws IOException {
    RestParts parts = asked.parts();
    Authority authority = asked.authority();
    Workflow workflow = parts.access().localiser().localise(RequestBody.workflow(asked.body()));
    return asked.logged(
        workflow.id(),
        () -> {
          authority.requireMayRegister(workflow);
          authority.requireConfirmed(workflow, Boolean.parseBoolean(asked.parameter("confirm")));
          boolean added;
          try {
            added = parts.live().workflows().register(workflow, asked.user());
          } catch (StateUnavailableException e) {
            throw e;
          } catch (LineageException e) {
            throw Statuses.untaken(e);
          }
          Object view =
              WorkflowDocument.of(
                  parts, authority.ownRegistration(workflow.id()), authority, Page.FIRST);
          return added ? Answer.created(view) : Answer.ok(view);
        });
  }

  static Answer withdraw(Asked asked) throws IOException {
    String id = asked.variable("id");
    return asked.logged(
        id,
        () -> {
          asked.parts().live().workflows().withdraw(registration(asked).workflow().id());
          return Answer.ok(new Withdrawn(id));
        });
  }

  static Answer finish(Asked asked) throws IOException {
    String job = asked.variable("job");
    return asked.logged(
        asked.variable("id") + "/" + job,
        () -> {
          Workflow workflow = registration(asked).workflow();
          if (workflow.jobs().stream().noneMatch(each -> each.name().equals(job))) {
            throw new HttpError(
                HttpServletResponse.SC_NOT_FOUND,
                "workflow '%s' has no job '%s'".formatted(asked.variable("id"), job));
          }
          asked.parts().live().workflows().finish(workflow.id(), job);
          return Answer.ok(new Finished(job));
        });
  }

  private static Registration registration(Asked asked) throws IOException {
    return asked.authority().ownRegistration(asked.variable("id"));
  }
}
