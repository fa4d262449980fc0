/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.UnaryOperator;

/**
 * The ids of workflows, which are each user's own: two users may call theirs the same. One keeps
 * the id as it is, the other's is kept as {@code ID@@USER}. Either may use both forms, and nobody
 * else can take the second one.
 */
public final class WorkflowIds {
  /** Longest id that is kept; see LineageDocument. */
  static final int MAX_ID = 256;

  private static final int HASH_DIGITS = 16;
  private static final String OF = "@@";

  private WorkflowIds() {}

  /**
   * The id that a user's workflow is kept under, or would be.
   *
   * @param owners tells whose the workflow is that is kept under an id; null when there is none
   * @param user whose workflow it is
   * @param id what he calls it
   */
  public static String kept(UnaryOperator<String> owners, String user, String id) {
    if (user.equals(owners.apply(id))) {
      return id;
    }
    String ending = OF + name(user);
    String own = fitting(id, ending);
    if (user.equals(owners.apply(own))) {
      return own;
    }
    boolean isLong = id.endsWith(ending) && id.length() > ending.length();
    String plain = isLong ? id.substring(0, id.length() - ending.length()) : id;
    if (isLong && user.equals(owners.apply(plain))) {
      return plain;
    }
    boolean isFree = owners.apply(id) == null && (isLong || !id.contains(OF));
    return isFree ? id : own;
  }

  /** What a user calls a workflow of his that is kept under that id. */
  public static String called(String kept, String user) {
    String ending = OF + name(user);
    boolean isLong = kept.endsWith(ending) && kept.length() > ending.length();
    return isLong ? kept.substring(0, kept.length() - ending.length()) : kept;
  }

  /** The form that no other user's id can have. */
  public static String qualified(String user, String id) {
    return fitting(id, OF + name(user));
  }

  private static String fitting(String id, String ending) {
    String whole = id + ending;
    if (whole.length() <= MAX_ID) {
      return whole;
    }
    String hash = "+" + hash(id);
    return id.substring(0, MAX_ID - hash.length() - ending.length()) + hash + ending;
  }

  /** A user's name as it may stand in an id. */
  private static String name(String user) {
    String plain = user.replaceAll("[^A-Za-z0-9._+-]", "_");
    boolean isPlain = plain.equals(user) && user.length() <= MAX_ID / 2;
    return isPlain
        ? user
        : plain.substring(0, Math.min(plain.length(), MAX_ID / 2)) + "+" + hash(user);
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] sum = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
