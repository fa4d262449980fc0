/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.Registration;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * A registration as attributes of a record:
 *
 * <ul>
 *   <li>{@code head}: JSON with the format version, id, owner, and the size, checksum and number of
 *       chunks of the document;
 *   <li>{@code doc.00}, {@code doc.01} …: the lineage document (JSON), deflated and cut;
 *   <li>{@code finished}: which of the document's jobs have ended, one bit for each in their order,
 *       so that the end of a job changes one small attribute; missing while none has.
 * </ul>
 *
 * Every form that was ever written is read; see {@link FormatVersion} for those still to come. A
 * document of a later minor version may have fields that are not known here: they are passed over,
 * and stay in the record until the workflow is registered anew.
 */
public final class StateCodec {
  /** Documents are kept up to this size, before they are deflated: 64 MiB. */
  static final int MAX_DOCUMENT_BYTES = 64 << 20;

  /** Attributes besides the chunks. */
  static final int OTHER_ATTRIBUTES = 2;

  /** For a store without limits of its own. */
  public static final StateCodec UNLIMITED = new StateCodec(1 << 20, 1 << 10);

  /** The attribute that {@link #finished} is the value of. */
  public static final String FINISHED = "finished";

  private static final String HEAD = "head";
  private static final String CHUNK = "doc.%02d";
  private static final int LEAST_CHUNK_BYTES = 256;

  /** The attribute that says what the others are. */
  record Head(String version, String id, String owner, int bytes, long crc32, int chunks) {}

  /** The attribute of the jobs that have ended; Jackson writes the bytes in Base64. */
  record Finished(byte[] jobs) {}

  private final FormatVersion format;
  private final int chunkBytes;
  private final int maxChunks;

  /**
   * A codec for a store with these limits.
   *
   * @param valueBytes largest value of an attribute, at least 256 bytes
   * @param attributes attributes that a record may have, at least 3
   */
  public StateCodec(int valueBytes, int attributes) {
    this(valueBytes, attributes, FormatVersion.CURRENT);
  }

  /**
   * A codec for a store with these limits.
   *
   * @param valueBytes largest value of an attribute, at least 256 bytes
   * @param attributes attributes that a record may have, at least 3
   * @param format the form that is written, and the latest that is read
   */
  public StateCodec(int valueBytes, int attributes, FormatVersion format) {
    if (valueBytes < LEAST_CHUNK_BYTES || attributes <= OTHER_ATTRIBUTES) {
      throw new IllegalArgumentException(
          "no room for a registration in %d attributes of %d bytes"
              .formatted(attributes, valueBytes));
    }
    this.format = format;
    this.chunkBytes = valueBytes;
    this.maxChunks = attributes - OTHER_ATTRIBUTES;
  }

  /** The name of the record of that workflow: a file name of at most 255 bytes. */
  public static String name(String workflowId) {
    return RecordName.of(workflowId);
  }

  /**
   * The attributes of a registration, checked by reading them back.
   *
   * @throws StateTooLargeException when they do not fit into the store
   * @throws LineageException when the workflow holds what a document cannot
   */
  public Map<String, byte[]> encode(Registration registration) throws LineageException {
    String document = LineageDocument.write(registration.workflow());
    byte[] text = document.getBytes(StandardCharsets.UTF_8);
    byte[] deflated = Deflated.of(text);
    int chunks = (deflated.length + chunkBytes - 1) / chunkBytes;
    requireRoom(registration.workflow().id(), text.length, deflated.length, chunks);
    Map<String, byte[]> attributes = new TreeMap<>();
    for (int i = 0; i < chunks; i++) {
      int end = Math.min(deflated.length, (i + 1) * chunkBytes);
      attributes.put(CHUNK.formatted(i), Arrays.copyOfRange(deflated, i * chunkBytes, end));
    }
    attributes.put(
        HEAD,
        Json.write(
            new Head(
                format.toString(),
                registration.workflow().id(),
                registration.owner(),
                text.length,
                crc32(text),
                chunks)));
    if (!registration.finished().isEmpty()) {
      attributes.put(FINISHED, finished(registration));
    }
    requireSame(registration, document, attributes);
    return attributes;
  }

  private void requireRoom(String id, int bytes, int deflated, int chunks)
      throws StateTooLargeException {
    if (bytes > MAX_DOCUMENT_BYTES || chunks > maxChunks) {
      throw new StateTooLargeException(
          ("workflow '%s' is too large to be kept: %d bytes, %d compressed; at most %d and %d "
                  + "(dfs.namenode.fs-limits.max-xattr-size, max-xattrs-per-inode)")
              .formatted(id, bytes, deflated, MAX_DOCUMENT_BYTES, (long) chunkBytes * maxChunks));
    }
  }

  private void requireSame(
      Registration registration, String document, Map<String, byte[]> attributes)
      throws LineageException {
    Exception cause = null;
    try {
      Registration read = decode(attributes);
      if (LineageDocument.write(read.workflow()).equals(document)
          && read.owner().equals(registration.owner())
          && read.finished().equals(registration.finished())) {
        return;
      }
    } catch (DamagedStateException | NewerStateException e) {
      cause = e;
    }
    throw new LineageException(
        "workflow '"
            + registration.workflow().id()
            + "' cannot be kept as a lineage document"
            + (cause == null ? "" : ": " + cause.getMessage()),
        cause);
  }

  /** The value of {@link #FINISHED} for a registration. */
  public byte[] finished(Registration registration) {
    List<Job> jobs = registration.workflow().jobs();
    BitSet ended = new BitSet(jobs.size());
    for (int i = 0; i < jobs.size(); i++) {
      ended.set(i, registration.finished().contains(jobs.get(i).name()));
    }
    return Json.write(new Finished(ended.toByteArray()));
  }

  /**
   * Reads a record, whatever its bytes are.
   *
   * @throws NewerStateException when only a later version of Tierline reads it
   * @throws DamagedStateException when it cannot be read
   */
  public Registration decode(Map<String, byte[]> attributes)
      throws DamagedStateException, NewerStateException {
    Head head = Json.read(attributes.get(HEAD), Head.class, HEAD);
    FormatVersion version = FormatVersion.of(head.version());
    format.requireReads(version);
    Workflow workflow = workflow(head, version, attributes);
    if (head.owner() == null || !workflow.id().equals(head.id())) {
      throw new DamagedStateException("its head names another id, or no owner");
    }
    return new Registration(workflow, head.owner(), finished(workflow, attributes));
  }

  private Workflow workflow(Head head, FormatVersion version, Map<String, byte[]> attributes)
      throws DamagedStateException {
    if (head.bytes() < 0 || head.bytes() > MAX_DOCUMENT_BYTES || head.chunks() < 0) {
      throw new DamagedStateException("its head gives no size");
    }
    byte[] text = Deflated.inflate(joined(attributes, head.chunks()), head.bytes());
    if (crc32(text) != head.crc32()) {
      throw new DamagedStateException("the checksum of its document is wrong");
    }
    LineageDocument document = new LineageDocument(new String(text, StandardCharsets.UTF_8));
    try {
      return version.compareTo(format) > 0 ? document.readKnown() : document.read("");
    } catch (LineageException e) {
      throw new DamagedStateException("its document is none: " + e.getMessage(), e);
    }
  }

  private static InputStream joined(Map<String, byte[]> attributes, int count)
      throws DamagedStateException {
    List<InputStream> chunks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] chunk = attributes.get(CHUNK.formatted(i));
      if (chunk == null) {
        throw new DamagedStateException("its chunk " + i + " of " + count + " is missing");
      }
      chunks.add(new ByteArrayInputStream(chunk));
    }
    return new SequenceInputStream(Collections.enumeration(chunks));
  }

  private static Set<String> finished(Workflow workflow, Map<String, byte[]> attributes)
      throws DamagedStateException {
    byte[] value = attributes.get(FINISHED);
    if (value == null) {
      return Set.of();
    }
    byte[] bits = Json.read(value, Finished.class, FINISHED).jobs();
    BitSet ended = BitSet.valueOf(bits == null ? new byte[0] : bits);
    if (ended.length() > workflow.jobs().size()) {
      throw new DamagedStateException("more jobs have ended than it has");
    }
    Set<String> names = new HashSet<>();
    ended.stream().forEach(i -> names.add(workflow.jobs().get(i).name()));
    return names;
  }

  private static long crc32(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }
}
