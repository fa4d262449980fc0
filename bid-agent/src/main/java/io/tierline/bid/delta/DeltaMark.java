/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a volume says of the log that its blocks may need: a small file beside its {@code current},
 * which the library in C writes and takes away ({@code deltafile/mark.h}). Read here too, as it
 * counts without the library.
 *
 * @param uuid of the log, in hexadecimal; empty when the mark cannot be read
 * @param log where that was
 */
public record DeltaMark(String uuid, String log) {
  /** The file's name. */
  public static final String NAME = "tierline-bid-delta.mark";

  private static final String UUID_KEY = "uuid=";
  private static final String LOG_KEY = "log=";

  /** The mark of a volume's folder, if it has one. One that cannot be read may name any log. */
  public static Optional<DeltaMark> of(Path volume) {
    try {
      List<String> lines =
          new String(Files.readAllBytes(volume.resolve(NAME)), StandardCharsets.UTF_8)
              .lines()
              .toList();
      return Optional.of(new DeltaMark(value(lines, UUID_KEY), value(lines, LOG_KEY)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(new DeltaMark("", ""));
    }
  }

  private static String value(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()))
        .findFirst()
        .orElse("");
  }
}
