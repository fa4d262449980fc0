/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import java.util.List;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * A part of a long list, as {@code ?from=…&most=…} asks for it.
 *
 * @param from how many of the list are left out before it
 * @param most how many it has at the most
 */
record Page(int from, int most) {
  private static final int MOST = 10_000;

  /** What is shown when nothing is asked for. */
  static final Page FIRST = new Page(0, 1_000);

  /** Names of jobs in one answer. */
  static final Page FIRST_NAMES = new Page(0, 100);

  /** The part that a request asks for, the first where it asks for none. */
  static Page of(HttpServletRequest request, Page first) throws HttpError {
    return new Page(
        number(request, "from", first.from(), 0, Integer.MAX_VALUE - MOST),
        number(request, "most", first.most(), 1, MOST));
  }

  private static int number(
      HttpServletRequest request, String name, int missing, int least, int most) throws HttpError {
    String text = request.getParameter(name);
    if (text == null) {
      return missing;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Answered as any other number that is out of bounds.
    }
    throw new HttpError(
        HttpServletResponse.SC_BAD_REQUEST,
        "%s is a number from %d to %d".formatted(name, least, most));
  }

  <T> List<T> of(List<T> all) {
    int start = Math.min(from, all.size());
    return all.subList(start, Math.min(all.size(), start + most));
  }

  /** True for the place in the list that is shown. */
  boolean holds(int index) {
    return index >= from && index - from < most;
  }
}
