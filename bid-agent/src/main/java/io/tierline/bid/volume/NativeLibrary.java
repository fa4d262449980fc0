/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the library in C once in a process: the one that the options name, else the one in the jar,
 * by way of a private file that is deleted as soon as it is loaded.
 */
public final class NativeLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

  /** Null: it was not tried yet. Empty: it is loaded. Else why it is not. */
  private static String reason;

  private static boolean isTold;

  private NativeLibrary() {}

  /**
   * Why it cannot be used; empty when it can. The first call decides, and its outcome is logged.
   *
   * @param library its file; empty: the one in the jar
   */
  public static synchronized Optional<String> missing(Optional<Path> library) {
    Optional<String> refusal = refusal(library);
    if (!isTold) {
      isTold = true;
      refusal.ifPresentOrElse(
          why ->
              LOG.warn(
                  "BID does not schedule, and hsync is stock's: its library in C is not used: {}",
                  why),
          () -> LOG.info("BID schedules in C: library of version {}", Native.version()));
    }
    return refusal;
  }

  /** As {@link #missing}, for who tells of it himself: nothing is logged. */
  public static synchronized Optional<String> refusal(Optional<Path> library) {
    if (reason == null) {
      reason = load(library);
    }
    return Optional.of(reason).filter(text -> !text.isEmpty());
  }

  /** What an error number of the system means. The library is loaded. */
  public static String errorText(int number) {
    return Native.errorText(number);
  }

  private static String load(Optional<Path> library) {
    try {
      if (library.isPresent()) {
        loadWhole(library.get().toAbsolutePath());
      } else {
        loadFromJar();
      }
      int abi = Native.abi();
      return abi == Native.ABI
          ? ""
          : "it is of version " + Native.version() + ", and another than this jar needs";
    } catch (IOException | LinkageError | RuntimeException e) {
      return e.toString();
    }
  }

  private static void loadWhole(Path file) throws IOException {
    SharedObject.requireWhole(file);
    System.load(file.toString());
  }

  private static void loadFromJar() throws IOException {
    String place =
        String.format(
            Locale.ROOT,
            "/META-INF/native/%s-%s/libtierline-bid.so",
            System.getProperty("os.name"),
            System.getProperty("os.arch"));
    try (InputStream library = NativeLibrary.class.getResourceAsStream(place)) {
      if (library == null) {
        throw new IOException("the jar has no " + place);
      }
      // Nobody else may write it: temporary files are made for their owner alone.
      Path file = Files.createTempFile("libtierline-bid-", ".so");
      try {
        Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
        loadWhole(file);
      } finally {
        Files.deleteIfExists(file);
      }
    }
  }
}
