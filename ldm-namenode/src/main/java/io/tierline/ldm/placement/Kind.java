/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

/**
 * All of a block that its plan goes by: blocks of one kind have one plan.
 *
 * @param reusability tasks still to read it
 * @param slack levels of jobs until the first of them
 * @param stay levels until the last of them
 * @param latitude what of the room that is left it may take
 * @param replicas how many it will have
 * @param writer where it is written from
 */
record Kind(int reusability, int slack, int stay, Latitude latitude, int replicas, Place writer) {
  private static final int FACTOR = 31;

  /** As many as there are admissions. */
  private static final int FEW = 4;

  /** Tells kinds of other parts apart, mostly, without making one. */
  static int hash(
      int reusability, int slack, int stay, Latitude latitude, int replicas, Place writer) {
    int hash = FACTOR * writer.node().hashCode() + writer.rack().hashCode();
    hash = FACTOR * hash + reusability;
    hash = FACTOR * hash + slack;
    hash = FACTOR * hash + stay;
    hash = FACTOR * hash + replicas;
    return FACTOR * hash + latitude.readers().ordinal() + FEW * latitude.spare();
  }

  /** True for a kind of these parts. */
  boolean is(
      int wantedReusability,
      int wantedSlack,
      int wantedStay,
      Latitude wantedLatitude,
      int wantedReplicas,
      Place wantedWriter) {
    return reusability == wantedReusability
        && slack == wantedSlack
        && stay == wantedStay
        && replicas == wantedReplicas
        && latitude.equals(wantedLatitude)
        && writer.equals(wantedWriter);
  }
}
