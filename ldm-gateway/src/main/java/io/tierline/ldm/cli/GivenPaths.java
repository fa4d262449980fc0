/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.coord.FileKind;
import io.tierline.ldm.oozie.xml.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files that a user names: those of a folder are the definitions and properties below it.
 *
 * @param files the files to read, those of a folder by name
 * @param others how many files of folders are nothing of Oozie's
 */
record GivenPaths(List<Path> files, int others) {
  /** Files of one folder; a repository of a large site has some hundreds. */
  private static final int FILES_MAX = 50_000;

  /** Copies the list; the record is immutable. */
  GivenPaths {
    files = List.copyOf(files);
  }

  /**
   * Looks into folders.
   *
   * @throws LineageException when a folder cannot be listed or holds too many files
   */
  static GivenPaths of(List<Path> given) throws LineageException {
    List<Path> files = new ArrayList<>();
    int others = 0;
    for (Path path : given) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      List<Path> below = below(path);
      List<Path> usable = below.stream().filter(GivenPaths::isOozies).toList();
      others += below.size() - usable.size();
      files.addAll(usable);
    }
    return new GivenPaths(files, others);
  }

  private static List<Path> below(Path folder) throws LineageException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> files = all.filter(Files::isRegularFile).limit(FILES_MAX + 1L).sorted().toList();
      if (files.size() > FILES_MAX) {
        throw Refusal.at(folder.toString(), 0, "has more than " + FILES_MAX + " files");
      }
      return files;
    } catch (IOException | UncheckedIOException unreadable) {
      throw Refusal.at(folder.toString(), 0, "cannot be listed: " + unreadable.getMessage());
    }
  }

  /** What cannot be read is kept, so that it is refused by its name. */
  private static boolean isOozies(Path file) {
    String name = file.getFileName().toString();
    if (name.endsWith(".properties")) {
      return true;
    }
    try {
      return name.endsWith(".xml")
          && FileKind.isDefinition(file.toString(), LocalFiles.content(file));
    } catch (LineageException unreadable) {
      return true;
    }
  }
}
