/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.oozie.el.Facts;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Turns what an action calls a path into a dataset's place. A path with the cluster's own file
 * system in front and one without any are the same place, also while that file system is still an
 * expression.
 */
public final class ActionPaths {
  /** Stands for the user where that is not known. */
  static final String UNKNOWN_USER = "${wf:user()}";

  /** Longest path; HDFS takes no longer one by default. */
  private static final int LENGTH_MAX = 8_000;

  private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*:/.*");

  private final String nameNode;
  private final String own;
  private final String nameNodeName;
  private final String ownName;
  private final String home;

  /**
   * Creates the reading of paths for one action.
   *
   * @param nameNode the action's file system, evaluated; null when it states none
   * @param own the file system that is the cluster's own
   * @param facts tells the user, below whose directory relative paths lie
   */
  public ActionPaths(String nameNode, String own, Facts facts) {
    this.nameNode = nameNode == null ? own : nameNode;
    this.own = own;
    this.nameNodeName = name(this.nameNode);
    this.ownName = name(own);
    this.home = "/user/" + (facts.user() == null ? UNKNOWN_USER : facts.user()) + "/";
  }

  /** The place of an evaluated path; empty when the text cannot be one. */
  public Optional<DatasetPath> place(String text) {
    String path = text.strip();
    if (path.isEmpty() || path.length() > LENGTH_MAX || !isPrintable(path)) {
      return Optional.empty();
    }
    if (isTemplate(path)) {
      return Optional.empty();
    }
    boolean isOwn = startsWithFileSystem(path, own);
    boolean named = isOwn || startsWithFileSystem(path, nameNode);
    String local = named ? path.substring((isOwn ? own : nameNode).length()) : path;
    if (local.isEmpty()) {
      local = "/";
    } else if (isRelative(local)) {
      local = home + local;
    }
    String fileSystem = isOwn ? ownName : nameNodeName;
    DatasetPath place = DatasetPath.of(local, named || !isOther(local) ? fileSystem : "");
    return Optional.of(place.relativeTo(ownName));
  }

  private static boolean startsWithFileSystem(String path, String fileSystem) {
    if (fileSystem.isEmpty() || !path.startsWith(fileSystem)) {
      return false;
    }
    String rest = path.substring(fileSystem.length());
    return rest.isEmpty() || rest.startsWith("/") || rest.startsWith("${");
  }

  /** A URI of its own, which no default touches. */
  private static boolean isOther(String path) {
    return SCHEME.matcher(path).matches() && !path.startsWith("hdfs:/");
  }

  private static boolean isRelative(String path) {
    return !path.startsWith("/") && !path.startsWith("${") && !SCHEME.matcher(path).matches();
  }

  /** The file system's name as a dataset's place holds it; what is no URI is the cluster's own. */
  private static String name(String fileSystem) {
    boolean usable = fileSystem.startsWith("${") || SCHEME.matcher(fileSystem).matches();
    return usable ? DatasetPath.of(fileSystem + "/").fileSystem() : "";
  }

  private static boolean isPrintable(String path) {
    return path.chars().noneMatch(Character::isISOControl);
  }

  /** Marks of a template that was not filled in: braces that are no wildcard. */
  private static boolean isTemplate(String path) {
    return path.contains("{{") || path.contains("{%");
  }
}
