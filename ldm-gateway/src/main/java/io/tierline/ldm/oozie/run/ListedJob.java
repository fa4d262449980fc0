/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import java.util.Comparator;

/**
 * A job in a list of Oozie's.
 *
 * @param id Oozie's id of it
 * @param user who it runs as; "" when that is not told
 */
public record ListedJob(String id, String user) {
  /**
   * The ids of a server's jobs in the order in which it has made them: they say when the server was
   * started, and after how many others the job was made.
   */
  public static final Comparator<String> OLDEST_FIRST =
      Comparator.<String, String>comparing(id -> part(id, 1))
          .thenComparing(id -> part(id, 0).length())
          .thenComparing(id -> part(id, 0))
          .thenComparing(Comparator.naturalOrder());

  private static String part(String id, int index) {
    String[] parts = id.split("-", 3);
    return index < parts.length ? parts[index] : "";
  }
}
