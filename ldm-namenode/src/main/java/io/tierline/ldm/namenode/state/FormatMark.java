/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.state;

import io.tierline.ldm.state.FormatVersion;
import io.tierline.ldm.state.NewerStateException;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;

/**
 * The mark on the directory of all records that says up to which format they may be: an extended
 * attribute that no version changes the form of. An older version that finds a later major format
 * there keeps its hands off, whatever it takes the records for, or even if it finds none.
 *
 * <p>It is raised before the first change of a term and never lowered. Only format 1.0 has none.
 */
public final class FormatMark {
  private static final String NAME = "format";

  private final FormatVersion own;
  private volatile boolean raised;

  public FormatMark(FormatVersion own) {
    this.own = own;
  }

  /** The format that this version writes. */
  FormatVersion own() {
    return own;
  }

  /**
   * Refuses a store that a later major version has marked.
   *
   * @param mark the attribute; null when there is none
   * @throws NewerStateException when it has
   */
  void requireReadable(byte[] mark) throws IOException {
    raised = false;
    if (mark != null) {
      FormatVersion found = FormatVersion.ofMark(mark);
      own.requireReads(found);
      raised = found.compareTo(own) >= 0;
    }
  }

  /** Where the mark is. */
  interface Place {
    /** The attribute; null when there is none. */
    byte[] readMark(String name) throws IOException;

    void writeMark(NamenodeProtocols rpc, String name, byte[] value) throws IOException;
  }

  /** The mark as it is now, checked. */
  void check(Place place) throws IOException {
    requireReadable(place.readMark(NAME));
  }

  /** Raises the mark to what this version writes, unless that is done. */
  void raise(Place place, NamenodeProtocols rpc) throws IOException {
    if (!raised) {
      check(place);
      if (!raised) {
        place.writeMark(rpc, NAME, own.mark());
        raised = true;
      }
    }
  }
}
