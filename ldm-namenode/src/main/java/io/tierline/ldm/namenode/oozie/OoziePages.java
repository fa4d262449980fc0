/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.oozie;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads a list of Oozie's page after page, up to a bound. */
final class OoziePages {
  /** Jobs of one page. */
  static final int PAGE = 100;

  private final int most;
  private boolean isCut;

  /** One page of the list. */
  @FunctionalInterface
  interface Page {
    /**
     * The ids on it.
     *
     * @param offset the first, from 1
     * @param length how many at the most
     */
    List<String> ids(int offset, int length) throws IOException;
  }

  OoziePages(int most) {
    this.most = most;
  }

  /** The ids on all pages. */
  Set<String> ids(Page page) throws IOException {
    Set<String> ids = new LinkedHashSet<>();
    int got = PAGE;
    for (int offset = 1; got == PAGE && ids.size() < most; offset += PAGE) {
      List<String> next = page.ids(offset, PAGE);
      got = next.size();
      next.stream().limit(most - ids.size()).forEach(ids::add);
    }
    isCut = ids.size() >= most;
    return ids;
  }

  /** Whether there may be more than were read. */
  boolean isCut() {
    return isCut;
  }
}
