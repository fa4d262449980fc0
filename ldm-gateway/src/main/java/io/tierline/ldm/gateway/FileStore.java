/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway;

import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * Records as files of one directory, for nobody to read but this process's user: they name what
 * users' jobs are and use. A file is written beside its place, brought to the medium and put there
 * by a rename, so that it is seen whole or not at all.
 */
public final class FileStore implements StateStore {
  private static final String SUFFIX = ".record";
  private static final String BEGUN = ".begun";
  private static final String ASIDE = ".aside";

  /** File systems take names of 255 bytes; what is begun or set aside has a longer one. */
  private static final int LONGEST = 240;

  /** What stays of a longer name, to be recognised; a digest of the whole tells it from others. */
  private static final int SHOWN = 100;

  private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY = own("rwx------");
  private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE = own("rw-------");

  private final Path directory;

  /** The store in that directory, which is made where there is none. */
  public FileStore(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory, OWN_DIRECTORY);
    if (!Files.getPosixFilePermissions(directory).equals(OWN_DIRECTORY.value())) {
      Files.setPosixFilePermissions(directory, OWN_DIRECTORY.value());
    }
  }

  private static FileAttribute<Set<PosixFilePermission>> own(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  private Path file(String name) {
    String coded = URLEncoder.encode(name, StandardCharsets.UTF_8);
    return directory.resolve((coded.length() > LONGEST ? shortened(coded) : coded) + SUFFIX);
  }

  /** A name that is its own code, so that what was read can be set aside by it. */
  private static String shortened(String coded) {
    String shown = coded.substring(0, SHOWN).replaceAll("[%+]", "-");
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] whole = digest.digest(coded.getBytes(StandardCharsets.UTF_8));
      return shown + "-" + HexFormat.of().formatHex(whole);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void readAll(Visitor visitor) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        Optional<String> decoded = decoded(name.substring(0, name.length() - SUFFIX.length()));
        if (decoded.isPresent()) {
          visitor.visit(decoded.get(), attributes(file));
        }
      }
    }
  }

  /** Empty for a file that is not of ours. */
  private static Optional<String> decoded(String coded) {
    try {
      return Optional.of(URLDecoder.decode(coded, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException foreign) {
      return Optional.empty();
    }
  }

  @Override
  public Map<String, byte[]> read(String name) throws IOException {
    return attributes(file(name));
  }

  private static Map<String, byte[]> attributes(Path file) throws IOException {
    Properties coded = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      coded.load(in);
    } catch (NoSuchFileException none) {
      return Map.of();
    } catch (IllegalArgumentException damaged) {
      return Map.of();
    }
    Map<String, byte[]> attributes = new TreeMap<>();
    for (String each : coded.stringPropertyNames()) {
      try {
        attributes.put(each, Base64.getDecoder().decode(coded.getProperty(each)));
      } catch (IllegalArgumentException damaged) {
        return Map.of();
      }
    }
    return attributes;
  }

  @Override
  public void put(String name, Map<String, byte[]> attributes) throws IOException {
    putAll(Map.of(name, attributes));
  }

  @Override
  public void putAll(Map<String, Map<String, byte[]>> records) throws IOException {
    // Each waits for the medium: several wait as long as one.
    try {
      records.entrySet().parallelStream().forEach(each -> write(each.getKey(), each.getValue()));
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
    // Once for all names: it is half of the time that one record takes.
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  private void write(String name, Map<String, byte[]> attributes) {
    Path file = file(name);
    try {
      Path begun = begin(file, attributes);
      Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path begin(Path file, Map<String, byte[]> attributes) throws IOException {
    Properties coded = new Properties();
    attributes.forEach(
        (each, value) -> coded.setProperty(each, Base64.getEncoder().encodeToString(value)));
    Path begun = file.resolveSibling(file.getFileName() + BEGUN);
    // What an earlier process has begun may be open to others.
    Files.deleteIfExists(begun);
    Set<StandardOpenOption> anew = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel out = FileChannel.open(begun, anew, OWN_FILE)) {
      coded.store(Channels.newOutputStream(out), null);
      out.force(true);
    }
    return begun;
  }

  @Override
  public void set(String name, String attribute, byte[] value) throws IOException {
    Map<String, byte[]> all = new TreeMap<>(read(name));
    all.put(attribute, value);
    put(name, all);
  }

  @Override
  public void remove(String name) throws IOException {
    Files.deleteIfExists(file(name));
  }

  @Override
  public void setAside(String name) throws IOException {
    Path file = file(name);
    Files.move(
        file, file.resolveSibling(file.getFileName() + ASIDE), StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void removeOthers() {
    // One kind of records has the directory to itself.
  }
}
