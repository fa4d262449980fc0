/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

/**
 * What the data events of one action may take together. A definition of some kilobytes has room for
 * thousands of events, so a bound for each of them would bound nothing.
 */
final class ActionBudget {
  /** Characters of the places in which the instances of one action lie. */
  static final int CHARACTERS_MAX = 8 << 20;

  /** References that are remembered for the coordinator's other actions. */
  private static final int REFERENCES_MAX = 2 * InstanceReference.INSTANCES_MAX;

  private long instances;
  private long characters;
  private long references;

  /** The next action begins. */
  void renew() {
    instances = 0;
    characters = 0;
  }

  /**
   * Takes room for instances, before they are made; none is taken where there is too little.
   *
   * @throws TooManyInstancesException when the action would have too many of them
   */
  void takeInstances(long count) {
    if (instances + count > InstanceReference.INSTANCES_MAX) {
      throw new TooManyInstancesException(instances + count);
    }
    instances += count;
  }

  /** Takes room for the place of an instance; false where there is too little. */
  boolean takeCharacters(int count) {
    boolean isRoom = characters + count <= CHARACTERS_MAX;
    characters += isRoom ? count : 0;
    return isRoom;
  }

  /** Takes room to remember references for good; false where there is too little. */
  boolean takeReferences(int count) {
    boolean isRoom = references + count <= REFERENCES_MAX;
    references += isRoom ? count : 0;
    return isRoom;
  }
}
