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
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.xml.Refusal;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Files below a workflow's directory; what a definition names elsewhere is not read. */
final class LocalFiles implements AppFiles {
  private final Path directory;

  LocalFiles(Path directory) {
    this.directory = directory;
  }

  @Override
  public Optional<byte[]> read(String path) {
    try {
      Path root = directory.toRealPath();
      Path file = root.resolve(path).toRealPath();
      boolean usable = file.startsWith(root) && Files.isRegularFile(file);
      return usable ? Optional.of(bytes(file)) : Optional.empty();
    } catch (IOException | InvalidPathException notAtHand) {
      return Optional.empty();
    }
  }

  /**
   * The content of a file that the user named.
   *
   * @throws LineageException naming the file when there is none that can be read
   */
  static byte[] content(Path file) throws LineageException {
    try {
      if (Files.isDirectory(file)) {
        throw Refusal.at(file.toString(), 0, "this is a directory");
      }
      return bytes(file);
    } catch (LineageException refused) {
      throw refused;
    } catch (NoSuchFileException missing) {
      throw Refusal.at(file.toString(), 0, "no such file");
    } catch (IOException unreadable) {
      throw Refusal.at(file.toString(), 0, "cannot be read: " + unreadable.getMessage());
    }
  }

  /**
   * The content, or one byte more than a document may have: the reader says that it is too much.
   */
  private static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(XmlReader.BYTES_MAX + 1);
    }
  }
}
