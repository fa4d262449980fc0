/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * Hadoop's path wildcards, matched a component at a time. The expressions run in linear time (RE2,
 * as in Hadoop itself): a workflow may come from a stranger.
 */
final class PathGlob {
  /** Alternatives that one path may stand for; a path with more is not taken apart. */
  private static final int MAX_ALTERNATIVES = 256;

  /** Braces within braces; an expression nested deeper is no path that anyone wrote. */
  private static final int MAX_NESTING = 16;

  private PathGlob() {}

  static boolean hasWildcard(String path) {
    // Four searches, since the virtual machine does each at the speed of memory.
    return path.indexOf('*') >= 0
        || path.indexOf('?') >= 0
        || path.indexOf('[') >= 0
        || path.indexOf('{') >= 0;
  }

  /** The directory above the first component that has a wildcard. */
  static String base(String glob) {
    int end = 0;
    while (!hasWildcard(glob.substring(0, nextSlash(glob, end)))) {
      end = nextSlash(glob, end);
    }
    return end == 0 ? "/" : glob.substring(0, end);
  }

  private static int nextSlash(String path, int from) {
    int slash = path.indexOf('/', from + 1);
    return slash < 0 ? path.length() : slash;
  }

  /** True when the glob matches the path or an ancestor of it. */
  static boolean matchesPrefix(String glob, String path) {
    List<String> parts = components(path);
    for (String alternative : alternatives(glob)) {
      List<String> patterns = components(alternative);
      if (patterns.size() <= parts.size() && matchesFirst(patterns.size(), patterns, parts)) {
        return true;
      }
    }
    return false;
  }

  /** True when a path that the glob matches may lie under the given path. */
  static boolean meets(String glob, String path) {
    List<String> parts = components(path);
    for (String alternative : alternatives(glob)) {
      List<String> patterns = components(alternative);
      if (matchesFirst(Math.min(patterns.size(), parts.size()), patterns, parts)) {
        return true;
      }
    }
    return false;
  }

  /** The work of matching one path, about in characters; what braces may stand for is counted. */
  static int effort(String glob) {
    return expandFirst(glob).isEmpty() ? glob.length() : glob.length() * MAX_ALTERNATIVES;
  }

  private static boolean matchesFirst(int count, List<String> patterns, List<String> parts) {
    for (int i = 0; i < count; i++) {
      if (!componentMatches(patterns.get(i), parts.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean componentMatches(String pattern, String part) {
    if (pattern.equals(part) || pattern.equals("*")) {
      return true;
    }
    if (part.contains("${")) {
      // What an expression will name is not known, and only true edges are made.
      return false;
    }
    if (hasWildcard(part)) {
      // Two globs: whether they meet is undecided here, and a missed reader costs more than one
      // too many.
      return true;
    }
    if (!hasWildcard(pattern)) {
      return false;
    }
    try {
      return Pattern.matches(toRegex(pattern), part);
    } catch (PatternSyntaxException notAPattern) {
      // A class such as [z-a]: Hadoop refuses it when the job runs, so it names nothing.
      return false;
    }
  }

  private static List<String> components(String path) {
    return path.equals("/") ? List.of() : List.of(path.substring(1).split("/"));
  }

  /** Braces that hold a slash are taken apart first, as Hadoop does: /{a/b,c} is /a/b and /c. */
  private static List<String> alternatives(String glob) {
    List<String> found = new ArrayList<>(List.of(glob));
    for (int i = 0; i < found.size(); ) {
      List<String> expanded = expandFirst(found.get(i));
      if (expanded.isEmpty()) {
        i++;
      } else if (found.size() + expanded.size() > MAX_ALTERNATIVES) {
        return List.of(glob);
      } else {
        found.remove(i);
        found.addAll(i, expanded);
      }
    }
    return found;
  }

  /** The alternatives of the first outermost braces that hold a slash; none when none do. */
  private static List<String> expandFirst(String glob) {
    List<Integer> cuts = new ArrayList<>();
    int depth = 0;
    boolean slash = false;
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '{' && depth++ == 0) {
        cuts.clear();
        cuts.add(i);
        slash = false;
      } else if (c == ',' && depth == 1) {
        cuts.add(i);
      } else if (c == '/' && depth > 0) {
        slash = true;
      } else if (c == '}' && depth > 0 && --depth == 0 && slash) {
        cuts.add(i);
        return expand(glob, cuts);
      }
    }
    return List.of();
  }

  /** Cuts are the places of the opening brace, the commas and the closing brace. */
  private static List<String> expand(String glob, List<Integer> cuts) {
    String before = glob.substring(0, cuts.get(0));
    String after = glob.substring(cuts.get(cuts.size() - 1) + 1);
    List<String> expanded = new ArrayList<>();
    for (int i = 1; i < cuts.size(); i++) {
      String path = before + glob.substring(cuts.get(i - 1) + 1, cuts.get(i)) + after;
      expanded.add(path.replaceAll("/{2,}", "/"));
    }
    return expanded;
  }

  private static String toRegex(String pattern) {
    StringBuilder regex = new StringBuilder();
    int braces = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      switch (c) {
        case '*' -> regex.append("[^/]*");
        case '?' -> regex.append("[^/]");
        case '{' -> {
          if (++braces > MAX_NESTING) {
            throw new PatternSyntaxException("too many braces within braces", pattern);
          }
          regex.append("(?:");
        }
        case '}' -> {
          regex.append(braces > 0 ? ")" : "\\}");
          braces = Math.max(0, braces - 1);
        }
        case ',' -> regex.append(braces > 0 ? "|" : ",");
        case '[' -> {
          int end = pattern.indexOf(']', i + 1);
          if (end < 0) {
            regex.append("\\[");
          } else {
            regex.append(characterClass(pattern.substring(i + 1, end)));
            i = end;
          }
        }
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return regex.append(")".repeat(braces)).toString();
  }

  private static String characterClass(String body) {
    boolean negated = body.startsWith("^") || body.startsWith("!");
    String members = negated ? body.substring(1) : body;
    if (members.isEmpty()) {
      return "\\[" + (negated ? "\\^" : "") + "\\]";
    }
    return "[" + (negated ? "^" : "") + members.replaceAll("[\\[\\]\\\\&^]", "\\\\$0") + "]";
  }
}
