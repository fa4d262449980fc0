/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import java.util.ArrayList;
import java.util.List;

/** Text in lines of a bounded length. */
public final class Wrapped {
  /** Behind these a line may end. */
  private static final String BREAKS = " ,/-=:;._@";

  private Wrapped() {}

  /**
   * The text in lines, each as long as it may be; at least one, which may be empty.
   *
   * @param width most characters of a line, at least 1; what has no place to end a line in so many
   *     is cut
   */
  public static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    String left = text;
    while (left.length() > width) {
      int end = end(left, width);
      lines.add(left.substring(0, end).stripTrailing());
      left = left.substring(end).stripLeading();
    }
    if (!left.isEmpty() || lines.isEmpty()) {
      lines.add(left);
    }
    return lines;
  }

  /** At a space if a line of more than half the width ends there, else behind another break. */
  private static int end(String text, int width) {
    int space = text.lastIndexOf(' ', width);
    if (space > width / 2) {
      return space;
    }
    for (int i = width; i > 1; i--) {
      if (BREAKS.indexOf(text.charAt(i - 1)) >= 0) {
        return i;
      }
    }
    boolean isPair = width > 1 && Character.isHighSurrogate(text.charAt(width - 1));
    return isPair ? width - 1 : width;
  }
}
