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
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.StandInScanner;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/**
 * What HBase holds for a file of a {@link FileChain}. Of the scanners of a chain one, the reading
 * one, shows the cells of all its files; the others are silent. To HBase a silent one is a scanner
 * that has come to its end, so it leaves it out of its heap. It differs from such a one twice:
 *
 * <ul>
 *   <li><b>Closing it closes nothing</b> while the reading one is open. HBase closes scanners that
 *       have come to their end when cells have been shipped; the file is referenced until the
 *       reading one is closed, and closed with it.
 *   <li><b>Once closed like that it stands on a cell</b> which does not exist, and which is read
 *       before all cells of its file. For HBase looks once more at all scanners that it has ever
 *       had: when it goes over from positional reads to streams, after cells have been shipped, it
 *       opens anew the files of those that stand on a cell; that is how the files of a chain are
 *       found again. And when the store has been flushed it makes a new heap of those that stand on
 *       a cell. There the cell stays as it is until it is the lowest; then HBase asks for the seek
 *       that was put off, and the scanner is silent again. So it takes a place in that heap, but
 *       yields nothing, and no cell is seen twice or left out.
 * </ul>
 *
 * <p>Before the first call to go somewhere it is not known who reads.
 */
final class ChainedScanner extends StandInScanner {
  private final RlsmFileScanner file;
  private final ChainPlace place;
  private final ScannerGroup group;

  /** By which the file is read; null before the first call to go somewhere. */
  private FileChain chain;

  /** Whether this one shows what the chain reads. */
  private boolean isReading;

  private boolean isClosed;

  /** The scanner of one file, which may become that of others. */
  ChainedScanner(RlsmFileScanner file, ChainPlace place, ScannerGroup group) {
    super(file);
    this.file = file;
    this.place = place;
    this.group = group;
  }

  RlsmFileScanner file() {
    return file;
  }

  ChainPlace place() {
    return place;
  }

  boolean isOpen() {
    return !isClosed;
  }

  /** To be told once by what the file is read, and whether this scanner shows it. */
  void isReadBy(FileChain files, boolean isFirst) {
    chain = files;
    isReading = isFirst;
  }

  /** Whether this scanner reads; if not, it is silent from now on. */
  private boolean reads() {
    if (chain == null) {
      if (isClosed) {
        return false;
      }
      group.chain();
    }
    if (!isReading) {
      show(null);
    }
    return isReading;
  }

  private boolean shown(boolean standsOnCell) {
    show(chain.peek());
    return standsOnCell;
  }

  @Override
  protected StoreFileScanner standing() {
    return isReading ? chain.standing() : file;
  }

  @Override
  public boolean shouldUseScanner(Scan scan, HStore store, long oldestUnexpiredTS) {
    group.complete();
    return super.shouldUseScanner(scan, store, oldestUnexpiredTS);
  }

  @Override
  protected Cell nextCell() throws IOException {
    if (!isReading) {
      show(null);
      return null;
    }
    Cell returned = chain.next();
    show(chain.peek());
    return returned;
  }

  @Override
  public boolean seek(Cell key) throws IOException {
    return reads() && shown(chain.seek(key));
  }

  @Override
  public boolean reseek(Cell key) throws IOException {
    return reads() && shown(chain.reseek(key));
  }

  @Override
  public boolean requestSeek(Cell kv, boolean forward, boolean useBloom) throws IOException {
    return reads() && shown(chain.requestSeek(kv, forward, useBloom));
  }

  @Override
  public boolean realSeekDone() {
    return isReading ? chain.realSeekDone() : peek() == null;
  }

  @Override
  public void enforceSeek() throws IOException {
    if (isReading) {
      chain.enforceSeek();
      show(chain.peek());
    } else {
      show(null);
    }
  }

  @Override
  public boolean backwardSeek(Cell key) throws IOException {
    return reads() && shown(chain.backwardSeek(key));
  }

  @Override
  public boolean seekToPreviousRow(Cell key) throws IOException {
    return reads() && shown(chain.seekToPreviousRow(key));
  }

  @Override
  public boolean seekToLastRow() throws IOException {
    return reads() && shown(chain.seekToLastRow());
  }

  @Override
  public void shipped() throws IOException {
    if (isReading) {
      chain.shipped();
    }
  }

  @Override
  public void close() {
    if (chain == null) {
      isClosed = true;
      group.complete();
      file.close();
    } else if (isReading) {
      chain.close();
      show(null);
    } else {
      show(chain.isClosed() ? null : chain.boundOf(file));
    }
  }
}
