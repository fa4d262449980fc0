/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

/**
 * Whether what a user has stated of a path counts, and how much: the one rule of ownership. A
 * higher standing goes before a lower one where several users state something of one path.
 *
 * <p>Who may write to a shared directory may state that he will write anything there. That is not
 * enough to have a say in what others keep there: what somebody states counts where the directory
 * is his, or for as long as what is there is his.
 */
public enum Standing {
  /** It does not count: somebody else owns what is there, or it is not known who will. */
  NONE,
  /** Nobody owns it that states something; an administrator says so. */
  TRUSTED,
  /** It lies directly in a directory of his, or would. */
  DIRECTORY,
  /** Nothing is known to be there, and it is he who writes it now. */
  WRITER,
  /** What is there is his. */
  OWNER;

  /**
   * Who owns what at a path.
   *
   * @param owner of the file or directory there; "" when there is none
   * @param above owner of the directory that it lies in, or of the nearest one above that there is
   */
  public record Place(String owner, String above) {
    /** Nothing is known of it. */
    public static final Place UNKNOWN = new Place("", "");
  }

  /**
   * The standing of a user at a path.
   *
   * @param user who has stated something
   * @param isTrusted whether he is an administrator
   * @param writer who is writing there now; "" when nobody is, or it is not known
   */
  public static Standing of(String user, boolean isTrusted, Place place, String writer) {
    if (user.equals(place.owner())) {
      return OWNER;
    }
    if (place.owner().isEmpty() && user.equals(writer)) {
      return WRITER;
    }
    if (user.equals(place.above())) {
      return DIRECTORY;
    }
    return isTrusted ? TRUSTED : NONE;
  }

  /** Whether it counts at all. */
  public boolean counts() {
    return this != NONE;
  }

  /**
   * Whether a report of one user may say something of a job of another: only his own jobs are his
   * to end, to bind to a run and to take the place of.
   */
  public static boolean mayBind(String reporter, String owner) {
    return reporter.equals(owner);
  }
}
