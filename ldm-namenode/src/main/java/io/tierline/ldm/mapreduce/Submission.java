/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.mapreduce;

import java.util.Objects;
import java.util.Set;

/**
 * What YARN itself knows of an application.
 *
 * @param application its id
 * @param user the user it runs as
 * @param queue the queue it was put in
 * @param name the name it was given
 * @param tags the tags it was given
 */
public record Submission(
    String application, String user, String queue, String name, Set<String> tags) {
  /** Checks that nothing is missing. */
  public Submission {
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(user, "user");
    queue = queue == null ? "" : queue;
    name = name == null || name.isBlank() ? application : name;
    tags = Set.copyOf(tags);
  }
}
