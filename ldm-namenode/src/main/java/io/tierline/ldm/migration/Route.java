/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * From which replica to which node: the number of replicas stays, no node ever holds two of a
 * block, and the racks are as many as before, also while both copies exist.
 *
 * @param source the replica that goes
 * @param toNode where it goes
 * @param to the medium there
 */
record Route(Replica source, String toNode, Medium to) {

  /**
   * Finds the best way: inside a node if one has room, since that takes no network and changes
   * neither nodes nor racks; else to the node with most room that keeps the racks.
   *
   * @param block the block
   * @param replicas where its replicas are by now, in the course of the plan
   * @param mayLeave which replicas may go
   * @param to the medium wanted
   */
  static Optional<Route> find(
      ManagedBlock block,
      List<Replica> replicas,
      Predicate<Replica> mayLeave,
      Medium to,
      Room room) {
    ManagedBlock now = new ManagedBlock(block.file(), block.id(), block.bytes(), replicas);
    List<Replica> sources = new ArrayList<>(replicas);
    sources.removeIf(replica -> !mayLeave.test(replica));
    for (Replica source : sources) {
      if (room.hasRoom(source.node(), to, block.bytes())) {
        return Optional.of(new Route(source, source.node(), to));
      }
    }
    for (Replica source : sources) {
      Optional<String> node =
          room.roomiest(to, block.bytes(), name -> keepsTheRules(now, source, name, room));
      if (node.isPresent()) {
        return Optional.of(new Route(source, node.get(), to));
      }
    }
    return Optional.empty();
  }

  private static boolean keepsTheRules(
      ManagedBlock block, Replica source, String target, Room room) {
    String rack = room.rack(target).orElseThrow();
    return !block.isOn(target) && block.racksAfter(source, rack) >= block.racks();
  }
}
