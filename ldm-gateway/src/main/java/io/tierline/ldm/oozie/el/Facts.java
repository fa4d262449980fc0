/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.el;

/**
 * What is known of the workflow itself; null where it is not known.
 *
 * @param name the workflow's name
 * @param user who runs it
 * @param group the group it runs under
 * @param appPath where its definition lies on the cluster
 */
public record Facts(String name, String user, String group, String appPath) {
  /** Nothing is known. */
  public static final Facts NONE = new Facts(null, null, null, null);
}
