/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * File names of HDFS for texts of any kind. Letters, digits and {@code . _ - @ +} stand for
 * themselves, so that people find a workflow's record; all else is a percent sign and two
 * hexadecimal digits for each byte of its UTF-8. What would be long, or only dots, is cut and made
 * unique by the text's SHA-256.
 */
final class RecordName {
  private static final String PLAIN = "._-@+";

  /** HDFS takes names of 255 bytes unless configured otherwise; tools add to them. */
  private static final int LONGEST = 200;

  private static final int KEPT = 100;

  private RecordName() {}

  static String of(String text) {
    StringBuilder name = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean letter = c < 0x80 && Character.isLetterOrDigit(c);
      if (letter || PLAIN.indexOf(c) >= 0) {
        name.append(c);
      } else {
        name.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    boolean onlyDots = name.chars().allMatch(c -> c == '.');
    return name.length() > LONGEST || onlyDots
        ? name.substring(0, Math.min(KEPT, name.length())) + "~" + sha256(text)
        : name.toString();
  }

  static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
