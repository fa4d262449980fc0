/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Finds, for a path that a definition names, the place of that file relative to the workflow's own
 * directory.
 */
final class AppPaths {
  private static final String SYMBOLIC = "${wf:appPath()}";

  private final String root;

  /** Takes the workflow's application path, a directory or a definition; null when not known. */
  AppPaths(String applicationPath) {
    String path = applicationPath == null ? SYMBOLIC : withoutFileSystem(applicationPath, null);
    boolean file = path.endsWith(".xml");
    root = file ? path.substring(0, Math.max(0, path.lastIndexOf('/'))) : path;
  }

  /**
   * The path relative to the workflow's directory; empty when it lies elsewhere.
   *
   * @param path as evaluated
   * @param directory where relative paths start
   * @param nameNode the file system in front of which nothing is lost; may be null
   */
  Optional<String> locate(String path, String directory, String nameNode) {
    String local = withoutFileSystem(path, nameNode);
    for (String prefix : new String[] {root, SYMBOLIC}) {
      if (!prefix.isEmpty() && (local.equals(prefix) || local.startsWith(prefix + "/"))) {
        return inside(local.substring(prefix.length()));
      }
    }
    boolean absolute = local.startsWith("/") || local.contains("${") || local.contains(":");
    return absolute || local.isEmpty() ? Optional.empty() : inside(directory + "/" + local);
  }

  /** Drops empty and "." components; a path that leaves the directory is not inside. */
  private static Optional<String> inside(String path) {
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/")) {
      if (part.equals("..")) {
        if (parts.pollLast() == null) {
          return Optional.empty();
        }
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    return Optional.of(String.join("/", parts));
  }

  private static String withoutFileSystem(String path, String nameNode) {
    String trimmed = path.strip();
    if (nameNode != null && !nameNode.isEmpty() && trimmed.startsWith(nameNode)) {
      trimmed = trimmed.substring(nameNode.length());
    }
    if (trimmed.startsWith("${nameNode}")) {
      trimmed = trimmed.substring("${nameNode}".length());
    }
    int scheme = trimmed.indexOf("://");
    int slash = scheme < 0 ? -1 : trimmed.indexOf('/', scheme + 3);
    String local = slash < 0 ? trimmed : trimmed.substring(slash);
    return local.length() > 1 && local.endsWith("/")
        ? local.substring(0, local.length() - 1)
        : local;
  }
}
