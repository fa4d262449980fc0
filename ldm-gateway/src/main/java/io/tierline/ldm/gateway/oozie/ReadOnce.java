/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.oozie.coord.IncludedFiles;
import io.tierline.ldm.oozie.xml.XmlElement;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Files that are read once in a look at Oozie for each user, and taken apart once: most
 * coordinators of a site include the same few. What could not be read is asked for again. Used by
 * one thread.
 */
final class ReadOnce<F extends IncludedFiles & Closeable> implements IncludedFiles, Closeable {
  /** Bytes that are remembered of all of them; what comes when they are taken is read each time. */
  static final int BYTES_MAX = 8 << 20;

  /**
   * Bytes of those that are remembered as they were taken apart, which needs some times as much.
   */
  static final int PARSED_MAX = 1 << 20;

  private record Key(String path, String user) {}

  private record Parsed(byte[] content, XmlElement root) {}

  private final F files;
  private final Map<Key, byte[]> read = new HashMap<>();
  private final Map<String, Parsed> parsed = new HashMap<>();
  private int left = BYTES_MAX;
  private int leftParsed = PARSED_MAX;

  ReadOnce(F files) {
    this.files = files;
  }

  /** Another look: files may have changed since the last, and so may who may read them. */
  void begin() {
    read.clear();
    left = BYTES_MAX;
    parsed.clear();
    leftParsed = PARSED_MAX;
  }

  @Override
  public byte[] read(String path, String user, int most) throws IOException {
    Key key = new Key(path, user);
    byte[] known = read.get(key);
    if (known != null && known.length <= most) {
      return known.clone();
    }
    byte[] content = files.read(path, user, most);
    if (content.length <= left) {
      left -= content.length;
      read.put(key, content.clone());
    }
    return content;
  }

  @Override
  public XmlElement root(String path, byte[] content) throws LineageException {
    Parsed known = parsed.get(path);
    if (known != null && Arrays.equals(known.content(), content)) {
      return known.root();
    }
    XmlElement root = files.root(path, content);
    if (content.length <= leftParsed) {
      leftParsed -= content.length;
      parsed.put(path, new Parsed(content.clone(), root));
    }
    return root;
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
