/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A class that many files of another package name is a value, or it has become a place where
 * everything meets. Records, enums, annotations and exceptions are values.
 */
public final class WideNames {
  private static final int MOST_FILES = 8;

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?([a-z][\\w.]*?)\\.([A-Z]\\w*)[\\w.]*;");
  private static final Pattern VALUE =
      Pattern.compile(
          "(?m)^(?:public |final |abstract )*"
              + "(?:(?:record|enum|@interface) \\w+|class \\w+ extends \\w*Exception )");

  private WideNames() {}

  /**
   * Looks for classes that too many files name.
   *
   * @param sources the folder of a module's sources
   * @param all folders of sources that named classes are looked for in: its own, and other modules'
   * @param values classes, by their full names, that are values although they are no records
   */
  public static Set<String> noValues(Path sources, List<Path> all, Set<String> values)
      throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(sources)) {
      files = found.filter(each -> each.toString().endsWith(".java")).toList();
    }
    Map<String, Map<String, Integer>> naming = new HashMap<>();
    for (Path file : files) {
      String text = Files.readString(file);
      Matcher room = PACKAGE.matcher(text);
      String packageName = room.find() ? room.group(1) : "";
      Set<String> named = new TreeSet<>();
      for (Matcher each = IMPORT.matcher(text); each.find(); ) {
        if (!each.group(1).equals(packageName)) {
          named.add(each.group(1) + "." + each.group(2));
        }
      }
      named.forEach(
          each ->
              naming
                  .computeIfAbsent(each, first -> new HashMap<>())
                  .merge(packageName, 1, Integer::sum));
    }
    Set<String> wide = new TreeSet<>();
    for (var each : naming.entrySet()) {
      if (!values.contains(each.getKey()) && isNoValue(each.getKey(), all)) {
        each.getValue().entrySet().stream()
            .filter(room -> room.getValue() > MOST_FILES)
            .forEach(
                room ->
                    wide.add(
                        "%s is named in %d files of %s"
                            .formatted(each.getKey(), room.getValue(), room.getKey())));
      }
    }
    return wide;
  }

  /** Whether it is one of our classes, and neither a record, an enum nor an exception. */
  private static boolean isNoValue(String name, List<Path> all) throws IOException {
    for (Path sources : all) {
      Path source = sources.resolve(name.replace('.', '/') + ".java");
      if (Files.exists(source)) {
        return !VALUE.matcher(Files.readString(source)).find();
      }
    }
    return false;
  }
}
