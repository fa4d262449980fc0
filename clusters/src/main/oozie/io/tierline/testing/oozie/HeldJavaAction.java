/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.oozie;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.oozie.action.ActionExecutor;
import org.apache.oozie.action.ActionExecutorException;
import org.apache.oozie.client.WorkflowAction;

/**
 * Stands in for the executor of java actions: nothing is launched, and the action runs until a file
 * of its id lies in the server's directory and Oozie's callback is called, as a launched job does
 * at its end. What the job would do to its data, the test does.
 */
public final class HeldJavaAction extends ActionExecutor {
  /** Created by Oozie through reflection. */
  public HeldJavaAction() {
    super("java");
  }

  private static Path gate(WorkflowAction action) {
    return Path.of(System.getProperty("oozie.data.dir"), action.getId());
  }

  @Override
  public void start(Context context, WorkflowAction action) throws ActionExecutorException {
    context.setStartData("held-" + action.getId(), "-", "-");
  }

  @Override
  public void check(Context context, WorkflowAction action) throws ActionExecutorException {
    if (Files.exists(gate(action))) {
      context.setExecutionData("SUCCEEDED", null);
    }
  }

  @Override
  public void end(Context context, WorkflowAction action) throws ActionExecutorException {
    context.setEndData(WorkflowAction.Status.OK, "OK");
  }

  @Override
  public void kill(Context context, WorkflowAction action) throws ActionExecutorException {
    context.setEndData(WorkflowAction.Status.KILLED, "KILLED");
  }

  @Override
  public boolean isCompleted(String externalStatus) {
    return true;
  }
}
