/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.bid.delta.DeltaBlock;
import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.delta.DeltaLogOptions;
import io.tierline.bid.delta.DeltaMark;
import io.tierline.bid.delta.DeltaStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as an operator has it, with the library in C, on a log that a process left. */
class BidDeltaTest {
  private static final int CHUNK = 512;
  private static final int SEGMENT = 256 << 10;
  private static final byte[] CONTENT = "what a client has synced".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;
  private Path volume;
  private Path log;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** A log that has a block of which the disk has nothing. */
  @BeforeEach
  void leaveALog() throws IOException {
    log = folder.resolve("log");
    volume = Files.createDirectories(folder.resolve("a volume"));
    Files.createDirectories(volume.resolve("current"));
    Files.writeString(volume.resolve("current/VERSION"), "storageID=DS-1\n");
    Path image = folder.resolve("image");
    Path mark = folder.resolve("mark");
    try (RandomAccessFile data = new RandomAccessFile(volume.resolve("blk_7").toFile(), "rw");
        RandomAccessFile sums =
            new RandomAccessFile(volume.resolve("blk_7_1.meta").toFile(), "rw")) {
      try (DeltaLog open = DeltaLog.open(options());
          DeltaStream stream =
              open.stream(
                  new DeltaBlock(
                      7, 1, "BP-1", "DS-1", volume.toString(), "blk_7", "blk_7_1.meta", CHUNK),
                  data.getFD(),
                  sums.getFD())) {
        // Two commits: what is torn off the end of a log is no damage.
        write(data, sums, 1);
        assertThat(stream.sync()).isTrue();
        write(data, sums, CONTENT.length);
        assertThat(stream.sync()).isTrue();
        Files.copy(log, image);
        Files.copy(volume.resolve(DeltaMark.NAME), mark);
      }
      data.setLength(0);
      sums.setLength(0);
    }
    Files.move(image, log, StandardCopyOption.REPLACE_EXISTING);
    Files.move(mark, volume.resolve(DeltaMark.NAME), StandardCopyOption.REPLACE_EXISTING);
  }

  private static void write(RandomAccessFile data, RandomAccessFile sums, int length)
      throws IOException {
    data.seek(0);
    data.write(CONTENT, 0, length);
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
    checksum.update(CONTENT, 0, length);
    sums.seek(0);
    sums.writeShort(1);
    sums.write(checksum.getHeader());
    sums.writeInt((int) checksum.getValue());
  }

  private DeltaLogOptions options() {
    return new DeltaLogOptions(
        log, 2 << 20, SEGMENT, Duration.ofMinutes(10), Duration.ofMinutes(10), 0, List.of(volume));
  }

  private int command(Object... words) {
    out.reset();
    err.reset();
    return new BidDelta(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8))
        .run(Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void checkAndDumpShowWhatThereIs() throws Exception {
    assertThat(command("check", log)).as(said()).isZero();
    assertThat(printed()).containsPattern("(?m)^needed +1$").containsPattern("(?m)^damaged_pages");
    assertThat(command("DUMP", log)).isZero();
    assertThat(printed()).contains("stream", "a volume/blk_7", "  checksum  ");
    List<String> lines = printed().lines().toList();
    int column = lines.get(0).indexOf("kind");
    assertThat(lines).as("aligned").anyMatch(line -> line.startsWith("data", column));
    assertThat(said()).isEmpty();
  }

  @Test
  void figuresGoToAFileForPrograms() throws Exception {
    Path json = folder.resolve("figures.json");
    assertThat(command("check", log, "--json=" + json)).isZero();
    JsonNode all = new ObjectMapper().readTree(json.toFile());
    assertThat(all.at("/results/0/needed").asInt()).isEqualTo(1);
    assertThat(all.at("/parameters/action").asText()).isEqualTo("check");
  }

  @Test
  void drainBringsHomeAndTakesTheMarkAway() throws Exception {
    assertThat(command("drain", log)).as(said()).isZero();
    assertThat(printed()).contains("brought-home", "a volume/blk_7");
    assertThat(Files.readAllBytes(volume.resolve("blk_7"))).isEqualTo(CONTENT);
    assertThat(volume.resolve(DeltaMark.NAME)).doesNotExist();
    assertThat(command("drain", log)).isZero();
    assertThat(printed().strip()).isEqualTo(log + " has nothing that is needed");
  }

  @Test
  void aVolumeThatMovedIsNamed() throws Exception {
    Path moved = Files.move(volume, folder.resolve("moved"));
    assertThat(command("drain", log)).isEqualTo(1);
    assertThat(said().strip())
        .isEqualTo("biddelta: 1 of 1 blocks are not whole at home: see the column fate");
    assertThat(printed()).contains("no-volume");
    assertThat(command("drain", "--volume", moved, log)).as(said()).isZero();
    assertThat(Files.readAllBytes(moved.resolve("blk_7"))).isEqualTo(CONTENT);
  }

  @Test
  void damageIsAnErrorThatSaysWhatToDo() throws Exception {
    // The first commit of the newest segment, with another behind it.
    int head = Files.readString(log, StandardCharsets.ISO_8859_1).lastIndexOf("TLDSEGM\n");
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(512), head + 4096L);
    }
    assertThat(command("check", log)).isEqualTo(1);
    assertThat(said().strip())
        .isEqualTo(
            "biddelta: %1$s is damaged: make a copy, then hdfs biddelta repair %1$s"
                .formatted(log));
    assertThat(command("drain", log)).isEqualTo(1);
    assertThat(said().strip())
        .isEqualTo("biddelta: " + log + ": is damaged: make a copy, then use repair");
  }

  @Test
  void forgetGivesUpTheLogOfAVolume() {
    assertThat(command("forget", volume)).as(said()).isZero();
    assertThat(printed()).contains("uuid", log.toString());
    assertThat(command("forget", volume)).isEqualTo(1);
    assertThat(said().strip()).isEqualTo("biddelta: " + volume + ": has no mark of a delta log");
  }

  @Test
  void aLogInUseIsLeftAlone() throws Exception {
    try (DeltaLog used = DeltaLog.open(options())) {
      assertThat(used.recovery().replayed()).isEqualTo(1);
      for (String action : List.of("check", "dump", "drain", "repair")) {
        assertThat(command(action, log)).isEqualTo(1);
        assertThat(said().strip()).isEqualTo("biddelta: " + log + ": another process has it open");
      }
    }
  }

  @Test
  void mistakesAreOneLine() {
    assertMistake("Missing required parameters: 'ACTION', 'FILE'");
    assertMistake("Missing required parameter: 'FILE'", "check");
    assertMistake("unknown action 'mend', one of check, dump, repair, drain, forget", "mend", log);
    assertMistake("unknown option --force", "drain", log, "--force");
    assertMistake("unknown argument 'more'", "drain", log, "more");
    assertMistake("--volume needs a value", "drain", log, "--volume");
    assertThat(command("check", folder.resolve("none"))).isEqualTo(1);
    assertThat(said().strip())
        .isEqualTo(
            "biddelta: " + folder.resolve("none") + ": cannot be read: No such file or directory");
    assertThat(command("--help")).isZero();
    assertThat(printed()).startsWith("Usage: hdfs biddelta").contains("forget DIR");
    assertThat(printed().lines()).allMatch(line -> line.length() <= 100);
  }

  private void assertMistake(String message, Object... words) {
    assertThat(command(words)).isEqualTo(2);
    assertThat(said().strip()).isEqualTo("biddelta: " + message + "; see hdfs biddelta --help");
  }
}
