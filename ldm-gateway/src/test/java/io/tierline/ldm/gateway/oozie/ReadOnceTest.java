/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.coord.IncludedFiles;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadOnceTest {
  /** Files that say how often they were read, and can be taken away. */
  private static final class Counted implements IncludedFiles, Closeable {
    final List<String> asked = new ArrayList<>();
    int length = 3;
    boolean isRefused;
    boolean isClosed;

    @Override
    public byte[] read(String path, String user, int most) throws IOException {
      asked.add(user + path);
      if (isRefused || length > most) {
        throw new LineageException("refused");
      }
      return new byte[length];
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  private final Counted files = new Counted();
  private final ReadOnce<Counted> once = new ReadOnce<>(files);

  @Test
  void isReadOnceInEachLookForEachUser() throws IOException {
    once.read("/a", "ann", 10)[0] = 1;
    assertThat(once.read("/a", "ann", 10)).as("nobody else's copy").containsExactly(0, 0, 0);
    once.read("/a", "bob", 10);
    once.read("/b", "ann", 10);
    assertThat(files.asked).containsExactly("ann/a", "bob/a", "ann/b");
    once.begin();
    files.isRefused = true;
    assertThatThrownBy(() -> once.read("/a", "ann", 10)).isInstanceOf(LineageException.class);
  }

  @Test
  void equalContentIsTakenApartOnceInEachLook() throws IOException {
    byte[] content = "<datasets/>".getBytes(UTF_8);
    XmlElement root = once.root("/a", content);
    assertThat(once.root("/a", content.clone())).isSameAs(root);
    assertThat(once.root("/b", content).file()).as("called as it is").isEqualTo("/b");
    assertThat(once.root("/a", "<other/>".getBytes(UTF_8)).name()).isEqualTo("other");
    once.begin();
    assertThat(once.root("/a", content)).isNotSameAs(root);
  }

  @Test
  void noMoreIsRememberedTakenApartThanThereIsRoomFor() throws IOException {
    byte[] large = ("<d>" + " ".repeat(ReadOnce.PARSED_MAX) + "</d>").getBytes(UTF_8);
    assertThat(once.root("/a", large)).isNotSameAs(once.root("/a", large));
  }

  @Test
  void whatWasRefusedIsAskedForAgain() throws IOException {
    files.isRefused = true;
    assertThatThrownBy(() -> once.read("/a", "ann", 10)).isInstanceOf(LineageException.class);
    files.isRefused = false;
    assertThat(once.read("/a", "ann", 10)).hasSize(3);
  }

  @Test
  void whatIsTooLongNowIsRefusedByTheFilesThemselves() throws IOException {
    once.read("/a", "ann", 10);
    assertThatThrownBy(() -> once.read("/a", "ann", 2)).isInstanceOf(LineageException.class);
  }

  @Test
  void noMoreIsRememberedThanThereIsRoomFor() throws IOException {
    files.length = ReadOnce.BYTES_MAX / 2 + 1;
    for (int i = 0; i < 2; i++) {
      once.read("/a", "ann", Integer.MAX_VALUE);
      once.read("/b", "ann", Integer.MAX_VALUE);
    }
    assertThat(files.asked).containsExactly("ann/a", "ann/b", "ann/b");
    once.close();
    assertThat(files.isClosed).isTrue();
  }
}
