/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Where a dataset lies: a file system and an absolute path on it.
 *
 * <p>A path is one of three things. A <em>literal</em> path names one directory or file and
 * everything below it. A <em>glob</em> has Hadoop's wildcards ({@code * ? [ ] { }}). A
 * <em>symbolic</em> path still holds an expression that could not be resolved ({@code ${...}}): it
 * equals itself, so the edges it makes are true, but it cannot be matched against a real path.
 *
 * @param fileSystem scheme and authority, for example {@code hdfs://nn:8020}; "" is the cluster's
 *     own default file system
 * @param path normalised: starts with "/", no empty, "." or ".." component, no trailing "/"
 */
public record DatasetPath(String fileSystem, String path) implements Comparable<DatasetPath> {
  /** Longest path that is taken from outside; HDFS itself takes no longer one. */
  public static final int MAX_LENGTH = 8_000;

  private static final char MASK = '\0';

  /** A URI whose path, if it has one, is absolute; expressions are masked by NULs. */
  private static final Pattern URI =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(//[^/]*)?([/\0].*)?", Pattern.DOTALL);

  /** An expression where a file system would stand. */
  private static final Pattern SYMBOLIC =
      Pattern.compile("(\0[^/]*?(?:://[^/]*)?)(/.*)?", Pattern.DOTALL);

  /** Checks the form that {@link #of} makes. */
  public DatasetPath {
    Objects.requireNonNull(fileSystem, "fileSystem");
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("not an absolute path: " + path);
    }
  }

  /** A path on the cluster's own file system. */
  public static DatasetPath of(String text) {
    return of(text, "");
  }

  /**
   * Reads a path as Hadoop would.
   *
   * @param text an absolute path or a URI; the caller has resolved relative paths
   * @param defaultFileSystem the file system of a path that names none ("" is the cluster's own)
   * @throws IllegalArgumentException when the text is neither
   */
  public static DatasetPath of(String text, String defaultFileSystem) {
    String trimmed = text.strip();
    if (trimmed.startsWith("/")) {
      return new DatasetPath(defaultFileSystem, normalise(trimmed));
    }
    String masked = maskExpressions(trimmed);
    var uri = URI.matcher(masked);
    if (uri.matches()) {
      String authority = uri.group(2) == null ? "" : trimmed.substring(uri.start(2), uri.end(2));
      boolean named = !authority.isEmpty() && !authority.equals("//");
      String scheme = uri.group(1).toLowerCase(Locale.ROOT);
      String fileSystem = scheme + ":" + (named ? authority : "");
      boolean unnamedHdfs = !named && scheme.equals("hdfs");
      String path = uri.group(3) == null ? "" : trimmed.substring(uri.start(3));
      return new DatasetPath(unnamedHdfs ? defaultFileSystem : fileSystem, normalise(path));
    }
    var symbolic = SYMBOLIC.matcher(masked);
    if (trimmed.startsWith("${") && symbolic.matches()) {
      // An unresolved ${nameNode}/a/b, or ${output} alone: the expression stands where a file
      // system does, so that ${output} covers ${output}/part.
      int end = symbolic.end(1);
      return new DatasetPath(trimmed.substring(0, end), normalise(trimmed.substring(end)));
    }
    throw new IllegalArgumentException("not an absolute path: " + trimmed);
  }

  /**
   * Replaces every character of an expression, so that its slashes and colons count for nothing.
   */
  private static String maskExpressions(String text) {
    if (!text.contains("${")) {
      return text;
    }
    StringBuilder masked = new StringBuilder(text);
    int depth = 0;
    for (int i = 0; i < masked.length(); i++) {
      boolean opens = text.startsWith("${", i);
      if (opens || depth > 0) {
        masked.setCharAt(i, MASK);
      }
      if (opens) {
        masked.setCharAt(++i, MASK);
        depth++;
      } else if (depth > 0) {
        depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
      }
    }
    return masked.toString();
  }

  private static String normalise(String path) {
    if (isNormal(path)) {
      return path;
    }
    String masked = maskExpressions(path);
    Deque<String> parts = new ArrayDeque<>();
    int start = 0;
    while (start <= path.length()) {
      int end = masked.indexOf('/', start);
      if (end < 0) {
        end = path.length();
      }
      String part = path.substring(start, end);
      if (part.equals("..")) {
        parts.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
      start = end + 1;
    }
    return "/" + String.join("/", parts);
  }

  /** Nearly all paths are; a hidden file's is taken apart in vain. */
  private static boolean isNormal(String path) {
    return path.startsWith("/")
        && !path.endsWith("/")
        && !path.contains("//")
        && !path.contains("/.")
        && !path.contains("${");
  }

  /** True when an expression in it is not resolved. */
  public boolean isSymbolic() {
    return path.contains("${") || fileSystem.contains("${");
  }

  /** True when it has wildcards and can match several paths. */
  public boolean isGlob() {
    // An expression has braces as well, so most paths are looked through once.
    return PathGlob.hasWildcard(path) && !isSymbolic();
  }

  /** True when it lies on the cluster's own file system and names one path. */
  public boolean isLiteral() {
    return fileSystem.isEmpty() && !isSymbolic() && !PathGlob.hasWildcard(path);
  }

  /** The deepest directory that holds all it can match: of a glob, what precedes its wildcards. */
  public String base() {
    return isGlob() ? PathGlob.base(path) : path;
  }

  /** This path as seen from a cluster that answers to that file system: its own name drops out. */
  public DatasetPath relativeTo(String ownFileSystem) {
    return fileSystem.equals(ownFileSystem) ? new DatasetPath("", path) : this;
  }

  /**
   * True when everything under {@code other} is also under this path: this is {@code other} or an
   * ancestor of it. A consumer of a directory consumes every block below it.
   */
  public boolean covers(DatasetPath other) {
    if (!fileSystem.equals(other.fileSystem)) {
      return false;
    }
    if (path.equals("/") || path.equals(other.path)) {
      return true;
    }
    if (isGlob()) {
      return PathGlob.matchesPrefix(path, other.path);
    }
    return other.path.startsWith(path) && other.path.charAt(path.length()) == '/';
  }

  /** The work of asking once what this covers: 1 for what is no glob, far more for one. */
  public int effort() {
    return isGlob() ? PathGlob.effort(path) : 1;
  }

  /** True when some file may lie under both. */
  public boolean overlaps(DatasetPath other) {
    return covers(other)
        || other.covers(this)
        || (fileSystem.equals(other.fileSystem) && meets(other));
  }

  /** A glob below a directory meets that directory: /out and /out/part-*. */
  private boolean meets(DatasetPath other) {
    return (isGlob() && PathGlob.meets(path, other.path))
        || (other.isGlob() && PathGlob.meets(other.path, path));
  }

  @Override
  public int compareTo(DatasetPath other) {
    int byFileSystem = fileSystem.compareTo(other.fileSystem);
    return byFileSystem != 0 ? byFileSystem : path.compareTo(other.path);
  }

  /** As a record's own, which is slow until it is compiled with care. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof DatasetPath that
            && path.equals(that.path)
            && fileSystem.equals(that.fileSystem));
  }

  @Override
  public int hashCode() {
    return 31 * fileSystem.hashCode() + path.hashCode();
  }

  /** The path as a user writes it. */
  @Override
  public String toString() {
    return path.equals("/") && fileSystem.contains("${") ? fileSystem : fileSystem + path;
  }
}
