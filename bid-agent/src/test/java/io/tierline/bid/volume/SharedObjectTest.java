/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedObjectTest {
  private static final int SECTIONS_AT = 40;
  private static final int SEGMENTS_AT = 32;

  @TempDir private Path folder;

  /** A library that this machine loads. */
  private byte[] library;

  @BeforeEach
  void read() throws IOException {
    library = Files.readAllBytes(Path.of(System.getProperty("java.home"), "lib", "libjava.so"));
  }

  private Path file(byte[] content) throws IOException {
    return Files.write(folder.resolve("library.so"), content);
  }

  private void assertCutShort(byte[] content) throws IOException {
    Path file = file(content);
    assertThatIOException()
        .isThrownBy(() -> SharedObject.requireWhole(file))
        .withMessageContaining("cut short");
  }

  @Test
  void aWholeLibraryIsLoaded() throws IOException {
    Path file = file(library);
    assertThatCode(() -> SharedObject.requireWhole(file)).doesNotThrowAnyException();
  }

  @Test
  void oneThatWasCutIsNot() throws IOException {
    for (int length = 0; length < library.length / 2; length += 997) {
      assertCutShort(Arrays.copyOf(library, length));
    }
  }

  @Test
  void partsThatLieNowhereAreRefused() throws IOException {
    Arrays.fill(library, SEGMENTS_AT, SECTIONS_AT, (byte) 0xff);
    assertCutShort(library);
    Arrays.fill(library, SEGMENTS_AT, SECTIONS_AT - 1, (byte) 0xff);
    library[SECTIONS_AT - 1] = 0x7f;
    assertCutShort(library);
  }

  /** The system refuses it, and says why. */
  @Test
  void ofAnotherKindOfFileNothingIsSaid() throws IOException {
    library[0] = 0;
    Path file = file(library);
    assertThatCode(() -> SharedObject.requireWhole(file)).doesNotThrowAnyException();
  }

  @Test
  void aFileThatCannotBeReadIsRefused() {
    assertThatIOException().isThrownBy(() -> SharedObject.requireWhole(folder.resolve("none")));
  }
}
