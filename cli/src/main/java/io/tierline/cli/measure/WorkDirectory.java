/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.measure;

import io.tierline.cli.CommandException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import picocli.CommandLine.Option;

/** Mixed into a command: {@code --dir}. */
public final class WorkDirectory {
  private static final int MIB_SHIFT = 20;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Directory for data while the command runs (default: the temporary directory).")
  private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

  /**
   * A new directory that is gone, with all in it, when it is closed.
   *
   * @param path where it is
   */
  public record Scratch(Path path) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      Files.walkFileTree(path, new Deletion());
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes facts) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path emptied, IOException failure)
        throws IOException {
      Files.deleteIfExists(emptied);
      return FileVisitResult.CONTINUE;
    }
  }

  /** Makes a directory for one run. */
  public Scratch scratch(String prefix) throws IOException {
    return new Scratch(Files.createTempDirectory(Files.createDirectories(directory), prefix));
  }

  /**
   * Refuses what the directory cannot hold, before it is full.
   *
   * @param option that makes it less
   */
  public void refuseLessThan(long bytes, String option) throws IOException {
    long free = Files.getFileStore(Files.createDirectories(directory)).getUsableSpace();
    if (free < bytes) {
      throw new CommandException(
          String.format(
              "this needs %,d MiB below %s, which has %,d: free some, give a smaller %s or another"
                  + " --dir",
              bytes >> MIB_SHIFT, directory, free >> MIB_SHIFT, option));
    }
  }
}
