/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Finds, for a path on the cluster, the given file that is meant: the one whose path ends most like
 * it. Where several end alike, the one beside the file that names it.
 */
final class GivenFiles {
  private static final Pattern FILE_SYSTEM = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*://[^/]*");

  private static final String SEVERAL = "several files may be meant: ";
  private static final String NONE = "no file at hand is meant by it";

  private final Map<String, List<String>> byName = new HashMap<>();
  private final Map<String, List<String>> components = new HashMap<>();
  private final FileKind kind;
  private int files;

  /**
   * The answer.
   *
   * @param file the file; null when none is meant
   * @param why why none is meant or which was assumed; null when there is nothing to say
   */
  record Match(String file, String why) {
    /** True when several files may be meant. */
    boolean isAmbiguous() {
      return file == null && why != null && why.startsWith(SEVERAL);
    }
  }

  GivenFiles(FileKind kind) {
    this.kind = kind;
  }

  void add(String file) {
    List<String> parts = PlanFile.components(file);
    if (parts.isEmpty()) {
      return;
    }
    files++;
    components.put(file, parts);
    byName.computeIfAbsent(parts.get(parts.size() - 1), n -> new ArrayList<>()).add(file);
    if (parts.size() > 1) {
      // A directory may be named instead of its definition.
      String directory = parts.get(parts.size() - 2);
      byName.computeIfAbsent(directory + "/", n -> new ArrayList<>()).add(file);
    }
  }

  /**
   * The file of a path.
   *
   * @param path as evaluated; expressions in it are no part of what is compared
   * @param namedIn the file that names it
   */
  Match find(String path, String namedIn) {
    List<String> wanted = wanted(path);
    if (wanted.isEmpty()) {
      return beside(namedIn, "the path is not known");
    }
    String last = wanted.get(wanted.size() - 1);
    List<String> inDirectory = best(byName.getOrDefault(last + "/", List.of()), wanted, 1);
    List<String> byPath = best(byName.getOrDefault(last, List.of()), wanted, 0);
    List<String> found = byPath.isEmpty() ? preferDefault(inDirectory) : byPath;
    if (found.size() > 1) {
      List<String> near =
          found.stream()
              .filter(f -> PlanFile.directory(f).equals(PlanFile.directory(namedIn)))
              .toList();
      found = near.size() == 1 ? near : found;
    }
    if (found.size() == 1) {
      return accept(found.get(0), wanted, namedIn);
    }
    return found.isEmpty()
        ? defaultBeside(last, namedIn)
        : new Match(null, SEVERAL + String.join(", ", found));
  }

  /**
   * A directory on the cluster into which files of another directory were copied, as it seems: the
   * workflow of the common name beside the file that names it.
   */
  private Match defaultBeside(String last, String namedIn) {
    List<String> directory = PlanFile.directory(namedIn);
    return byName.getOrDefault(kind.defaultName(), List.of()).stream()
        .filter(file -> PlanFile.directory(file).equals(directory))
        .filter(file -> kind == FileKind.WORKFLOW && !last.endsWith(".xml"))
        .findFirst()
        .map(file -> new Match(file, "no file at hand ends like it; the one beside is taken"))
        .orElse(new Match(null, NONE));
  }

  /** Where only the common name of a definition is alike, it must be the one beside. */
  private Match accept(String file, List<String> wanted, String namedIn) {
    boolean common = wanted.size() == 1 && wanted.get(0).equals(kind.defaultName());
    boolean beside = PlanFile.directory(file).equals(PlanFile.directory(namedIn));
    boolean nothingElse = alike(PlanFile.components(file), wanted) > 1 || !isCommon(wanted);
    return nothingElse || beside || (common && files == 1)
        ? new Match(file, null)
        : new Match(null, NONE);
  }

  private boolean isCommon(List<String> wanted) {
    return wanted.get(wanted.size() - 1).equals(kind.defaultName());
  }

  /** The only file of the kind beside another. */
  private Match beside(String namedIn, String why) {
    List<String> directory = PlanFile.directory(namedIn);
    List<String> near =
        byName.values().stream()
            .flatMap(List::stream)
            .distinct()
            .filter(file -> PlanFile.directory(file).equals(directory))
            .toList();
    return near.size() == 1
        ? new Match(near.get(0), why + "; the only such file beside it is taken")
        : new Match(null, why);
  }

  private List<String> preferDefault(List<String> found) {
    List<String> named =
        found.stream().filter(file -> file.endsWith("/" + kind.defaultName())).toList();
    return named.size() == 1 ? named : found;
  }

  /** Those that end most like the path, their last components left aside. */
  private List<String> best(List<String> files, List<String> wanted, int aside) {
    int most = 0;
    List<String> best = new ArrayList<>();
    for (String file : files) {
      List<String> parts = components.get(file);
      int alike = alike(parts.subList(0, parts.size() - aside), wanted);
      if (alike > most) {
        most = alike;
        best.clear();
      }
      if (alike == most) {
        best.add(file);
      }
    }
    return best;
  }

  private static int alike(List<String> parts, List<String> wanted) {
    int count = 0;
    while (count < parts.size()
        && count < wanted.size()
        && parts.get(parts.size() - 1 - count).equals(wanted.get(wanted.size() - 1 - count))) {
      count++;
    }
    return count;
  }

  /** The known components at the end of a path. */
  private static List<String> wanted(String path) {
    String local = FILE_SYSTEM.matcher(path.strip()).replaceFirst("");
    List<String> parts = PlanFile.components(local);
    int start = parts.size();
    while (start > 0 && !parts.get(start - 1).contains("${")) {
      start--;
    }
    // A file's name may stand right behind an expression, as in ${appPath}workflow.xml.
    return parts.subList(start, parts.size());
  }
}
