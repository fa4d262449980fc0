/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Copies a directory before and after each step that is done in it: what a kill at that step would
 * leave. Copied by content, as logs and unfinished files still grow.
 */
final class KillImages implements FaultyFileSystem.Probe {

  /** Nobody opens what is in there. */
  private static final String ARCHIVE = "archive";

  private static final int PARTLY_ARCHIVED = 4;

  private final Path directory;
  private final Path into;
  private final boolean unfinishedToo;
  private final List<Image> images = new ArrayList<>();
  private String last = "";

  /**
   * A state of the directory.
   *
   * @param directory the copy
   * @param when the step
   */
  record Image(Path directory, String when) {}

  /**
   * No images yet.
   *
   * @param directory what is copied
   * @param into where to
   * @param unfinishedToo whether a step counts that changes unfinished files only
   */
  KillImages(Path directory, Path into, boolean unfinishedToo) {
    this.directory = directory;
    this.into = into;
    this.unfinishedToo = unfinishedToo;
  }

  List<Image> images() {
    return images;
  }

  @Override
  public void before(FaultyFileSystem.Step step, org.apache.hadoop.fs.Path path)
      throws IOException {
    if (step.mutates()) {
      take("before " + step + " " + path.getName());
    }
  }

  @Override
  public void after(FaultyFileSystem.Step step, org.apache.hadoop.fs.Path path) throws IOException {
    if (step.mutates()) {
      take("after " + step + " " + path.getName());
    }
  }

  /** HBase archives files side by side, so that a kill may leave any of them: some such states. */
  void addPartlyArchived(Random random, Set<String> archived) throws IOException {
    for (int i = 0; i < PARTLY_ARCHIVED; i++) {
      Path copy = into.resolve("image-" + images.size());
      copy(images.get(0).directory(), copy);
      List<String> left = archived.stream().sorted().filter(file -> random.nextBoolean()).toList();
      try (Stream<Path> tree = Files.walk(copy)) {
        for (Path path : tree.toList()) {
          String name = path.getFileName().toString();
          if (archived.contains(name) && !left.contains(name)) {
            Files.delete(path);
          }
        }
      }
      images.add(new Image(copy, "with " + left + " of " + archived + " not archived"));
    }
  }

  /** Copies the directory, unless it is as it was. */
  private void take(String when) throws IOException {
    List<Path> paths;
    try (Stream<Path> tree = Files.walk(directory)) {
      paths = tree.filter(path -> !directory.relativize(path).startsWith(ARCHIVE)).toList();
    }
    String now = digest(paths);
    if (!now.equals(last)) {
      last = now;
      Path copy = into.resolve("image-" + images.size());
      copy(directory, paths, copy);
      images.add(new Image(copy, when));
    }
  }

  private String digest(List<Path> paths) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path path : paths) {
      if (Files.isRegularFile(path) && (unfinishedToo || !path.toString().contains("/.tmp/"))) {
        text.append(path).append(' ').append(Files.size(path)).append('\n');
      }
    }
    return text.toString();
  }

  private static void copy(Path from, List<Path> paths, Path to) throws IOException {
    for (Path path : paths) {
      Path target = to.resolve(from.relativize(path).toString());
      if (Files.isDirectory(path)) {
        Files.createDirectories(target);
      } else {
        Files.copy(path, target);
      }
    }
  }

  /** Copies an image, to be opened and changed. */
  static void copy(Path from, Path to) {
    try (Stream<Path> tree = Files.walk(from)) {
      copy(from, tree.toList(), to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
