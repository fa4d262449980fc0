/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Algorithm 6: which replicas move between tiers.
 *
 * <p>Source: P. Mishra, "Host managed storage solutions for Big Data", 2018, chapter 5. Ours is
 * what "worth the copy" means:
 *
 * <ul>
 *   <li>down, at once: fast replicas of blocks that nobody will read;
 *   <li>up: a block whose next use is near and whose quotient reaches the tier's admission
 *       threshold gets as many fast replicas as it has coming uses (at most all), each if the
 *       seconds of reading it saves are worth the seconds of copying. The i-th fast replica is
 *       counted with R - i readings, as placement does (algorithm 5);
 *   <li>down, for room: when promotions find no room, whole datasets that are still to be read make
 *       some, least quotient first, where what the promotions save exceeds what is lost by as much
 *       as the copies are worth. The promotions follow with the next plan, when the room is there.
 * </ul>
 *
 * A pure function; promotions and demotions take turns in the plan, so that neither waits for all
 * of the other.
 */
public final class MigrationPlanner {
  private final MigrationSettings settings;
  private final CopyCost cost;
  private final Room room;
  private final List<Move> up = new ArrayList<>();
  private final List<Move> down = new ArrayList<>();
  private final List<Wish> unmet = new ArrayList<>();

  /** A fast replica that a block should have. */
  private record Wish(DatasetBlocks dataset, BlockNow block, int readings, double value) {
    double density() {
      return value / Math.max(1, block.block.bytes());
    }
  }

  /** A block in the course of the plan. */
  private static final class BlockNow {
    private final ManagedBlock block;
    private final List<Replica> replicas;

    BlockNow(ManagedBlock block) {
      this.block = block;
      this.replicas = new ArrayList<>(block.replicas());
    }

    long fast() {
      return replicas.stream().filter(replica -> Move.isFast(replica.medium())).count();
    }
  }

  private MigrationPlanner(Collection<StorageState> storages, MigrationSettings settings) {
    this.settings = settings;
    this.cost = new CopyCost(settings.network(), storages);
    this.room = new Room(storages, settings.tiers());
  }

  /**
   * Plans the moves.
   *
   * @param datasets what is, or was, managed
   * @param storages all volumes of DataNodes in service
   * @param settings how to decide
   * @return at most as many moves as the settings let a plan have; every prefix of them keeps the
   *     rules
   */
  public static List<Move> plan(
      Collection<DatasetBlocks> datasets,
      Collection<StorageState> storages,
      MigrationSettings settings) {
    MigrationPlanner planner = new MigrationPlanner(storages, settings);
    planner.demoteUnread(datasets);
    planner.promote(datasets);
    planner.displace(datasets);
    return planner.inTurns();
  }

  private void demoteUnread(Collection<DatasetBlocks> datasets) {
    for (DatasetBlocks dataset : datasets) {
      if (dataset.uses() == 0) {
        demoteAll(dataset, Move.Why.NO_USE_LEFT, "no job that is still to run reads it");
      }
    }
  }

  /** Returns the bytes that leave the fast tier. */
  private long demoteAll(DatasetBlocks dataset, Move.Why why, String reason) {
    long bytes = 0;
    for (ManagedBlock block : dataset.blocks()) {
      BlockNow now = new BlockNow(block);
      Optional<Route> route = routeDown(now);
      while (route.isPresent() && down.size() < settings.maxMoves()) {
        down.add(move(dataset, now, route.get(), why, reason));
        bytes += block.bytes();
        route = routeDown(now);
      }
    }
    return bytes;
  }

  private Optional<Route> routeDown(BlockNow now) {
    return Route.find(
        now.block,
        now.replicas,
        replica -> Move.isFast(replica.medium()) && room.rack(replica.node()).isPresent(),
        TierSettings.BASE,
        room);
  }

  private void promote(Collection<DatasetBlocks> datasets) {
    List<Wish> wishes = new ArrayList<>();
    for (DatasetBlocks dataset : datasets) {
      if (dataset.uses() > 0 && dataset.secondsToUse() <= settings.horizonSeconds()) {
        dataset.blocks().forEach(block -> addWishes(dataset, block, wishes));
      }
    }
    wishes.sort(order());
    for (Wish wish : wishes) {
      if (up.size() >= settings.maxMoves()) {
        return;
      }
      if (!grant(wish)) {
        unmet.add(wish);
      }
    }
  }

  private void addWishes(DatasetBlocks dataset, ManagedBlock block, List<Wish> wishes) {
    BlockNow now = new BlockNow(block);
    int wanted = Math.min(dataset.uses(), block.replicas().size());
    for (int i = (int) now.fast(); i < wanted; i++) {
      int readings = dataset.uses() - i;
      double share = (double) readings / dataset.uses();
      double value = dataset.quotient() * share * saved(block.bytes());
      wishes.add(new Wish(dataset, now, readings, value));
    }
  }

  /** What a reading saves on the tier that is cheapest to have; SSD stands for all of them. */
  private double saved(long bytes) {
    return cost.saved(bytes, Medium.SSD, TierSettings.BASE);
  }

  private Comparator<Wish> order() {
    Comparator<Wish> first =
        settings.order() == MigrationSettings.Order.DENSITY
            ? Comparator.comparingDouble(Wish::density)
            : Comparator.comparingDouble((Wish wish) -> wish.dataset().quotient());
    return first
        .reversed()
        .thenComparing(wish -> wish.dataset().root())
        .thenComparingLong(wish -> wish.block().block.id())
        .thenComparingInt(wish -> -wish.readings());
  }

  /** Returns false when a tier was wanted and had no room, or not for so small a quotient. */
  private boolean grant(Wish wish) {
    double admission = MigrationQuotient.admission(wish.dataset().quotient());
    boolean worthIt = false;
    for (Medium medium : Medium.values()) {
      if (mayHold(medium) && isWorthTheCopy(wish, medium)) {
        worthIt = true;
        Optional<Route> route =
            admission >= room.threshold(medium, 0)
                ? routeUp(wish.block(), medium)
                : Optional.empty();
        if (route.isPresent()) {
          String reason = whyUp(wish);
          up.add(move(wish.dataset(), wish.block(), route.get(), Move.Why.USE_IS_NEAR, reason));
          return true;
        }
      }
    }
    return !worthIt;
  }

  /** A replica that a crash takes is no replica to move to. */
  private boolean mayHold(Medium medium) {
    return Move.isFast(medium)
        && medium != Medium.RAM_DISK
        && settings.tiers().managed().contains(medium);
  }

  private boolean isWorthTheCopy(Wish wish, Medium medium) {
    long bytes = wish.block().block.bytes();
    double gain = wish.readings() * cost.saved(bytes, medium, TierSettings.BASE);
    return gain > 0
        && gain >= settings.minGain() * cost.copy(bytes, TierSettings.BASE, medium, true);
  }

  private Optional<Route> routeUp(BlockNow now, Medium medium) {
    return Route.find(
        now.block,
        now.replicas,
        replica -> !Move.isFast(replica.medium()) && room.rack(replica.node()).isPresent(),
        medium,
        room);
  }

  private String whyUp(Wish wish) {
    return String.format(
        Locale.ROOT,
        "%d coming uses, the next in %.0f s (MQ %.3f)",
        wish.dataset().uses(),
        wish.dataset().secondsToUse(),
        wish.dataset().quotient());
  }

  private Move move(DatasetBlocks dataset, BlockNow now, Route route, Move.Why why, String reason) {
    ManagedBlock block = now.block;
    Replica source = route.source();
    room.take(route.toNode(), route.to(), block.bytes());
    now.replicas.remove(source);
    String rack = room.rack(route.toNode()).orElseThrow();
    now.replicas.add(new Replica(route.toNode(), rack, route.to()));
    boolean sameNode = source.node().equals(route.toNode());
    return new Move(
        why,
        reason,
        dataset.root(),
        block.file(),
        block.id(),
        block.bytes(),
        source.node(),
        source.medium(),
        route.toNode(),
        route.to(),
        cost.copy(block.bytes(), source.medium(), route.to(), sameNode));
  }

  private void displace(Collection<DatasetBlocks> datasets) {
    List<DatasetBlocks> victims = new ArrayList<>(datasets);
    Set<String> promoted = up.stream().map(Move::root).collect(Collectors.toSet());
    victims.removeIf(victim -> victim.uses() == 0 || fastBytes(victim) == 0);
    victims.removeIf(victim -> promoted.contains(victim.root()));
    victims.sort(
        Comparator.comparingDouble(DatasetBlocks::quotient).thenComparing(DatasetBlocks::root));
    List<Wish> waiting = new ArrayList<>(unmet);
    long freed = 0;
    for (DatasetBlocks victim : victims) {
      List<Wish> served = servedBy(victim, waiting, freed);
      if (!served.isEmpty() && isWorthDisplacing(victim, served)) {
        String reason =
            String.format(
                Locale.ROOT,
                "%s is worth more (MQ %.3f over %.3f)",
                served.get(0).dataset().root(),
                served.get(0).dataset().quotient(),
                victim.quotient());
        freed += demoteAll(victim, Move.Why.DISPLACED, reason);
        waiting.removeAll(served);
      }
    }
  }

  private static long fastBytes(DatasetBlocks dataset) {
    return dataset.blocks().stream()
        .mapToLong(block -> new BlockNow(block).fast() * block.bytes())
        .sum();
  }

  /** The first wishes of better datasets that would be admitted to, and fit, the victim's room. */
  private List<Wish> servedBy(DatasetBlocks victim, List<Wish> waiting, long freedBefore) {
    long left = fastBytes(victim);
    double threshold = room.threshold(Medium.SSD, freedBefore + left);
    List<Wish> served = new ArrayList<>();
    for (Wish wish : waiting) {
      long bytes = wish.block().block.bytes();
      double quotient = wish.dataset().quotient();
      boolean better = quotient > victim.quotient();
      if (bytes <= left && better && MigrationQuotient.admission(quotient) >= threshold) {
        served.add(wish);
        left -= bytes;
      }
    }
    return served;
  }

  private boolean isWorthDisplacing(DatasetBlocks victim, List<Wish> served) {
    double lost = 0;
    double copies = 0;
    for (ManagedBlock block : victim.blocks()) {
      long fast = new BlockNow(block).fast();
      lost += fast > 0 ? victim.quotient() * saved(block.bytes()) : 0;
      copies += fast * cost.copy(block.bytes(), Medium.SSD, TierSettings.BASE, true);
    }
    double gained = 0;
    for (Wish wish : served) {
      gained += wish.value();
      copies += cost.copy(wish.block().block.bytes(), TierSettings.BASE, Medium.SSD, true);
    }
    return gained - lost >= settings.minGain() * copies;
  }

  private List<Move> inTurns() {
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < Math.max(up.size(), down.size()); i++) {
      if (i < up.size()) {
        moves.add(up.get(i));
      }
      if (i < down.size()) {
        moves.add(down.get(i));
      }
    }
    return List.copyOf(moves.subList(0, Math.min(moves.size(), settings.maxMoves())));
  }
}
