/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.oozie.run.ListedJob;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a list of Oozie's page after page, up to a bound. */
final class OoziePages {
  /** Jobs of one page. */
  static final int PAGE = 1_000;

  /** Jobs of all pages: more than are followed, lest those of one user hide all others. */
  static final int LISTED_MAX = 20_000;

  private OoziePages() {}

  /** One page of the list. */
  @FunctionalInterface
  interface Page {
    /**
     * The jobs on it.
     *
     * @param offset the first, from 1
     * @param length how many at the most
     */
    List<ListedJob> jobs(int offset, int length) throws IOException;
  }

  /** The jobs on all pages, in their order; each once, also where the list moves meanwhile. */
  static Collection<ListedJob> read(Page page) throws IOException {
    Map<String, ListedJob> jobs = new LinkedHashMap<>();
    int got = PAGE;
    for (int offset = 1; got >= PAGE && offset < LISTED_MAX; offset += PAGE) {
      List<ListedJob> next = page.jobs(offset, PAGE);
      got = next.size();
      next.stream().limit(PAGE).forEach(job -> jobs.putIfAbsent(job.id(), job));
    }
    return jobs.values();
  }
}
