/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import io.tierline.bid.delta.DeltaMark;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last chunks of unfinished blocks on a volume that is held. When HDFS looks at a block whose
 * last chunk does not agree with its sum, it cuts the file before that chunk. Of that chunk the
 * disk may have bytes that were synced there, and that the log, which is not there, has not: with
 * the log these are whole again, without them they are lost. So they are kept in a file beside the
 * volume's mark, from before HDFS looks at the volume until the log is there.
 */
final class BlockEnds {
  /** The file's name. */
  static final String NAME = "tierline-bid-delta.ends";

  private static final Logger LOG = LoggerFactory.getLogger(BlockEnds.class);
  private static final String BLOCKS = "blk_*[0-9]";
  private static final int HEAD = 7;
  private static final int CHUNK_AT = 3;
  private static final int SUM = 4;
  private static final int CHUNK_MAX = 1 << 20;

  private BlockEnds() {}

  /**
   * One block's.
   *
   * @param data its file, and
   * @param sums its checksum file, from the volume's folder on
   * @param from where the chunk begins
   */
  private record End(String data, String sums, long from, byte[] bytes) {
    private String line() {
      return String.join("\t", data, sums, String.valueOf(from), HexFormat.of().formatHex(bytes));
    }

    private static End of(String line) {
      String[] parts = line.split("\t", -1);
      return new End(
          parts[0], parts[1], Long.parseLong(parts[2]), HexFormat.of().parseHex(parts[3]));
    }
  }

  /** Has them durable before it returns; a block that cannot be read is left out. */
  static void keep(Path volume, DeltaMark mark) {
    try {
      List<String> lines = new ArrayList<>(List.of(mark.uuid()));
      for (Path folder : each(volume.resolve("current"), "BP-*")) {
        for (Path data : each(folder.resolve("current/rbw"), BLOCKS)) {
          add(volume, data, lines);
        }
      }
      if (lines.size() > 1) {
        write(volume, String.join("\n", lines));
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("BID: {}: the ends of unfinished blocks are not kept: {}", volume, e.toString());
    }
  }

  private static List<Path> each(Path folder, String names) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, names)) {
        all.forEach(found::add);
      }
    }
    return found;
  }

  private static void add(Path volume, Path data, List<String> lines) throws IOException {
    for (Path sums : each(data.getParent(), data.getFileName() + "_*.meta")) {
      try {
        End end = end(volume, data, sums);
        if (end.bytes().length > 0) {
          lines.add(end.line());
        }
      } catch (IOException e) {
        LOG.debug("BID: {}", data, e);
      }
    }
  }

  private static End end(Path volume, Path data, Path sums) throws IOException {
    try (RandomAccessFile block = new RandomAccessFile(data.toFile(), "r");
        RandomAccessFile head = new RandomAccessFile(sums.toFile(), "r")) {
      head.seek(CHUNK_AT);
      int chunk = head.length() < HEAD ? 0 : head.readInt();
      long from = 0;
      byte[] bytes = new byte[0];
      if (chunk > 0 && chunk <= CHUNK_MAX) {
        long chunks = Math.min((block.length() + chunk - 1) / chunk, (head.length() - HEAD) / SUM);
        from = Math.max(0, chunks - 1) * chunk;
        bytes = new byte[chunks == 0 ? 0 : (int) Math.min(chunk, block.length() - from)];
        block.seek(from);
        block.readFully(bytes);
      }
      return new End(
          volume.relativize(data).toString(), volume.relativize(sums).toString(), from, bytes);
    }
  }

  private static void write(Path volume, String text) throws IOException {
    Path made = volume.resolve(NAME + ".new");
    try (FileChannel file =
        FileChannel.open(
            made,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
    Files.move(made, volume.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(volume, StandardOpenOption.READ)) {
      folder.force(true);
    }
  }

  /** Gives back what HDFS has cut since they were kept, before a log is brought home. */
  static void restore(Path volume) {
    Path kept = volume.resolve(NAME);
    if (!Files.exists(kept)) {
      return;
    }
    try {
      List<String> lines = Files.readAllLines(kept);
      if (DeltaMark.of(volume).filter(mark -> mark.uuid().equals(lines.get(0))).isPresent()) {
        for (String line : lines.subList(1, lines.size())) {
          restore(volume, End.of(line));
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("BID: {}: the ends of unfinished blocks are not restored: {}", volume, e.toString());
    }
  }

  /** A block that is gone, has a newer stamp, or was not cut there is left alone. */
  private static void restore(Path volume, End end) throws IOException {
    Path data = volume.resolve(end.data());
    if (!Files.exists(volume.resolve(end.sums())) || !Files.exists(data)) {
      return;
    }
    try (FileChannel file = FileChannel.open(data, StandardOpenOption.WRITE)) {
      if (file.size() == end.from()) {
        file.write(ByteBuffer.wrap(end.bytes()), end.from());
        file.force(true);
      }
    }
  }

  /** Nothing is held any more. */
  static void forget(Path volume) {
    try {
      Files.deleteIfExists(volume.resolve(NAME));
    } catch (IOException e) {
      LOG.debug("BID: {}", volume, e);
    }
  }
}
