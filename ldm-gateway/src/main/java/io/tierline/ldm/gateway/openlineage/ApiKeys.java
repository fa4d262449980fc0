/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import io.tierline.ldm.lineage.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys by which events are let in, as a file has them: {@code USER = sha256:SALT:HASH}, a line
 * each, and lines that begin with {@code #}. A user may have several. Keys are 256 random bits, so
 * a plain hash with a salt keeps them.
 *
 * <p>A file that others may read or write opens nothing. A change holds within seconds. May be used
 * by several threads.
 */
public final class ApiKeys {
  private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);

  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private static final String KIND = "sha256";
  private static final int KEY_BYTES = 32;
  private static final int SALT_BYTES = 16;
  private static final int PARTS = 3;
  private static final long LOOK_MS = 2_000;

  private record Key(String user, byte[] salt, byte[] hash) {}

  /** What the file held when it was last read. */
  private record State(List<Key> keys, String problem) {}

  private final Path file;
  private final LongSupplier millis;
  private State state = new State(List.of(), "");
  private long lookedAt;

  /**
   * Keys in a file, which is read now, and again every two seconds while somebody asks.
   *
   * @param millis a clock that only goes forward
   */
  ApiKeys(Path file, LongSupplier millis) {
    this.file = file;
    this.millis = millis;
    this.lookedAt = millis.getAsLong();
    renew();
  }

  /**
   * A new key.
   *
   * @param key to be given to its user, and kept nowhere
   * @param line for the file
   */
  public record NewKey(String key, String line) {}

  /** Makes a key for a user. */
  public static NewKey make(String user) {
    requireName(user);
    SecureRandom random = new SecureRandom();
    byte[] bits = new byte[KEY_BYTES];
    random.nextBytes(bits);
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    Base64.Encoder coder = Base64.getUrlEncoder().withoutPadding();
    String key = coder.encodeToString(bits);
    return new NewKey(
        key,
        "%s = %s:%s:%s"
            .formatted(
                user, KIND, coder.encodeToString(salt), coder.encodeToString(hash(salt, key))));
  }

  private static void requireName(String user) {
    if (user.isBlank() || user.chars().anyMatch(c -> c <= ' ' || c == '=' || c == '#')) {
      throw new IllegalArgumentException("'" + Printable.of(user) + "' is no user's name");
    }
  }

  private static byte[] hash(byte[] salt, String key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt);
      return digest.digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Whose key it is; empty for nobody's. Takes as long whichever it is. */
  public Optional<String> userOf(String key) {
    String user = null;
    for (Key each : current().keys()) {
      boolean isIt = MessageDigest.isEqual(each.hash(), hash(each.salt(), key));
      user = isIt ? each.user() : user;
    }
    return Optional.ofNullable(user);
  }

  /** What is wrong with the file; empty when nothing is. */
  public String problem() {
    return current().problem();
  }

  private synchronized State current() {
    long now = millis.getAsLong();
    if (now - lookedAt >= LOOK_MS) {
      lookedAt = now;
      renew();
    }
    return state;
  }

  /** Reads it whether it looks changed or not: a mode changes without it, and so may a copy. */
  private void renew() {
    State next = read();
    if (!next.problem().isEmpty() && !next.problem().equals(state.problem())) {
      LOG.warn("{}", next.problem());
    }
    state = next;
  }

  private State read() {
    try {
      if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
        return closed(file + " may be read or written by others: no key opens anything");
      }
      List<Key> keys = new ArrayList<>();
      List<Integer> bad = new ArrayList<>();
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (!line.isEmpty() && !line.startsWith("#")) {
          Optional<Key> key = key(line);
          key.ifPresent(keys::add);
          if (key.isEmpty()) {
            bad.add(i + 1);
          }
        }
      }
      // Never what stands there: somebody may have written the key itself.
      String problem = bad.isEmpty() ? "" : file + ": no key in lines " + bad;
      return new State(List.copyOf(keys), problem);
    } catch (IOException e) {
      return closed("the file of keys cannot be read: " + e);
    }
  }

  private static State closed(String problem) {
    return new State(List.of(), problem);
  }

  private static Optional<Key> key(String line) {
    String[] sides = line.split("=", 2);
    String[] parts = sides[sides.length - 1].strip().split(":");
    if (sides.length != 2 || parts.length != PARTS || !parts[0].equals(KIND)) {
      return Optional.empty();
    }
    try {
      String user = sides[0].strip();
      requireName(user);
      Base64.Decoder coder = Base64.getUrlDecoder();
      return Optional.of(new Key(user, coder.decode(parts[1]), coder.decode(parts[2])));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
