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
import org.apache.hadoop.hbase.Cell;

/**
 * Files that have no row in common, read as if they were one. Such are the bases of all partitions,
 * or their second files by age: whoever merges all files of a store compares one cell for them, in
 * place of one for each.
 *
 * <ul>
 *   <li>All rows of a file lie before all rows of the next. So the cells of one after the other are
 *       in order, and at any moment one file is read.
 *   <li>A file is read when a cell of its is needed, not before. Where a heap asks for a seek that
 *       was put off ({@link #realSeekDone}), it is put off when going to another file too.
 *   <li>All files are referenced to the end, also those that were passed: a scan that HBase opens
 *       anew finds them by name. But a file that is not being read holds no stream.
 * </ul>
 */
final class FileChain {
  private final RlsmFileScanner[] files;

  /** The file that is read. */
  private int at;

  /** Whether the last call to go somewhere went backward. */
  private boolean isBackward;

  /** Whether another file was read since cells were shipped. */
  private boolean hasMoved;

  private boolean isClosed;

  /**
   * A chain of files that stands on no cell.
   *
   * @param files at least one; the rows of each lie before those of the next
   */
  FileChain(RlsmFileScanner[] files) {
    this.files = files;
    for (RlsmFileScanner file : files) {
      file.isOf(this);
    }
  }

  /** The file that is read. */
  RlsmFileScanner standing() {
    return files[at];
  }

  Cell peek() {
    return files[at].peek();
  }

  private boolean standsOnCell() {
    return peek() != null;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** A cell that is read before all of a file, in the direction of reading. */
  Cell boundOf(RlsmFileScanner file) {
    return isBackward ? file.rows().last() : file.rows().first();
  }

  private void enter(int file) {
    at = file;
    files[at].forget();
    hasMoved = true;
  }

  /** Where nothing is left of a file, goes to the first cell at or after a key that others have. */
  private void goOn(Cell key) throws IOException {
    while (peek() == null && at + 1 < files.length) {
      enter(at + 1);
      files[at].seek(key);
    }
  }

  Cell next() throws IOException {
    enforceSeek();
    Cell returned = files[at].next();
    if (returned != null && peek() == null) {
      goOn(returned);
      // A reverse scan goes back now, and would not like to have read what comes next.
      if (!isBackward) {
        enforceSeek();
      }
    }
    return returned;
  }

  boolean seek(Cell key) throws IOException {
    isBackward = false;
    enter(0);
    files[at].seek(key);
    goOn(key);
    return standsOnCell();
  }

  boolean reseek(Cell key) throws IOException {
    isBackward = false;
    files[at].reseek(key);
    goOn(key);
    return standsOnCell();
  }

  boolean requestSeek(Cell key, boolean forward, boolean useBloom) throws IOException {
    isBackward = false;
    if (!forward) {
      enter(0);
    }
    files[at].requestSeek(key, forward, useBloom);
    while (peek() == null && at + 1 < files.length) {
      enter(at + 1);
      files[at].requestSeek(key, false, useBloom);
    }
    return standsOnCell();
  }

  boolean realSeekDone() {
    return files[at].realSeekDone();
  }

  void enforceSeek() throws IOException {
    if (realSeekDone()) {
      return;
    }
    files[at].enforceSeek();
    while (peek() == null && at + 1 < files.length) {
      enter(at + 1);
      files[at].seek(files[at].rows().first());
    }
  }

  boolean backwardSeek(Cell key) throws IOException {
    isBackward = true;
    while (at + 1 < files.length && !files[at + 1].rows().startAfter(key)) {
      enter(at + 1);
    }
    files[at].backwardSeek(key);
    while (peek() == null && at > 0) {
      enter(at - 1);
      files[at].backwardSeek(key);
    }
    return standsOnCell();
  }

  boolean seekToPreviousRow(Cell key) throws IOException {
    isBackward = true;
    while (at + 1 < files.length && files[at + 1].rows().startBefore(key)) {
      enter(at + 1);
    }
    files[at].seekToPreviousRow(key);
    while (peek() == null && at > 0) {
      enter(at - 1);
      files[at].seekToPreviousRow(key);
    }
    return standsOnCell();
  }

  boolean seekToLastRow() throws IOException {
    isBackward = true;
    enter(files.length - 1);
    files[at].seekToLastRow();
    while (peek() == null && at > 0) {
      enter(at - 1);
      files[at].seekToLastRow();
    }
    return standsOnCell();
  }

  /** Cells returned before are not looked at any more. */
  void shipped() throws IOException {
    files[at].shipped();
    if (hasMoved) {
      for (int i = 0; i < files.length; i++) {
        if (i != at) {
          files[i].rest();
        }
      }
      hasMoved = false;
    }
  }

  void close() {
    isClosed = true;
    for (RlsmFileScanner file : files) {
      file.close();
    }
  }
}
