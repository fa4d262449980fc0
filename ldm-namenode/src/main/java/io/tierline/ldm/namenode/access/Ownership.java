/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.access;

import io.tierline.ldm.namenode.namespace.OwnersOfPaths;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.registry.Standing;
import io.tierline.ldm.registry.Standing.Place;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Tells how much what users state of paths counts, by {@link Standing}. What is decided once and
 * for long (storage policies, moves) goes by who owns what there is at that moment. Placement,
 * which may not ask the namespace, goes by what was found a moment ago, and by who writes.
 */
public final class Ownership {
  /** Roots whose owners are remembered for placement; of others only the writer is known. */
  static final int MOST_KNOWN = 100_000;

  /** Roots asked for under one read lock. */
  private static final int SLICE = 256;

  private final Function<List<String>, List<Place>> namespace;
  private final Predicate<String> named;
  private final Predicate<String> administrators;
  private final Supplier<String> writer;
  private final Map<String, Place> places = new ConcurrentHashMap<>();
  private final Map<String, Boolean> trusted = new ConcurrentHashMap<>();
  private final Deque<String> due = new ArrayDeque<>();

  /**
   * Knows nothing yet.
   *
   * @param namespace who owns what at some paths, in their order
   * @param named whether a user is an administrator by his name; takes no time
   * @param administrators whether a user is one, by his groups too; may take long
   * @param writer the user whose request this thread answers; "" when it answers none
   */
  public Ownership(
      Function<List<String>, List<Place>> namespace,
      Predicate<String> named,
      Predicate<String> administrators,
      Supplier<String> writer) {
    this.namespace = namespace;
    this.named = named;
    this.administrators = administrators;
    this.writer = writer;
  }

  /** By who owns what in a NameNode's namespace. */
  public static Ownership of(NameNode nameNode, Administrators administrators) {
    return new Ownership(
        new OwnersOfPaths(nameNode),
        administrators.byName(),
        administrators::has,
        Ownership::remoteUser);
  }

  /** Whose request this thread answers. */
  private static String remoteUser() {
    UserGroupInformation user = Server.getRemoteUser();
    return user == null ? "" : user.getShortUserName();
  }

  /** Those of the paths where a user's word counts now: what others own is not his to take back. */
  public List<String> counting(String user, List<String> paths) {
    return paths.stream().filter(path -> now(user, path).counts()).toList();
  }

  /** For a block that is being placed: takes no lock and does no I/O. */
  public Standing placing(ManagedDataset stated) {
    String owner = stated.owner();
    Boolean known = trusted.get(owner);
    boolean isTrusted = known == null ? named.test(owner) : known;
    if (isTrusted && stated.others().isEmpty()) {
      return Standing.TRUSTED;
    }
    Place place = places.get(stated.root());
    if (place == null) {
      if (places.size() < MOST_KNOWN) {
        places.put(stated.root(), Place.UNKNOWN);
      }
      place = Place.UNKNOWN;
    }
    return Standing.of(owner, isTrusted, place, writer.get());
  }

  /** By who owns what there is now. */
  public Standing now(ManagedDataset stated) {
    return now(stated.owner(), stated.root());
  }

  /** The standing of a user at a path by who owns what there is now. */
  public Standing now(String user, String path) {
    return Standing.of(user, isTrusted(user), place(path), "");
  }

  /** The standing that a user will have if nobody but he writes the path. */
  public Standing ifHeWrites(String user, String path) {
    return Standing.of(user, isTrusted(user), place(path), user);
  }

  private Place place(String path) {
    return namespace.apply(List.of(path)).get(0);
  }

  private boolean isTrusted(String user) {
    return trusted.computeIfAbsent(user, administrators::test);
  }

  /** What of a view counts now at exactly that root; null for nothing. */
  public ManagedDataset managed(LineageView view, String root) {
    ManagedDataset stated = view.managed(root);
    return stated == null ? null : stated.counting(this::now);
  }

  /** Remembers for placement what somebody is going to state of these paths. */
  public void expect(String user, List<String> roots) {
    isTrusted(user);
    for (int from = 0; from < roots.size() && places.size() < MOST_KNOWN; from += SLICE) {
      look(roots.subList(from, Math.min(roots.size(), from + SLICE)));
    }
  }

  private void look(List<String> roots) {
    List<Place> found = namespace.apply(roots);
    for (int i = 0; i < roots.size(); i++) {
      places.put(roots.get(i), found.get(i));
    }
  }

  /** Learns who the administrators are among those who have stated something. */
  public void users(Collection<String> users) {
    trusted.keySet().retainAll(users);
    users.forEach(user -> trusted.put(user, administrators.test(user)));
  }

  /**
   * Looks again at what is remembered for placement, as long as it may; the next call goes on.
   *
   * @param isStated whether anybody still states something of that root
   * @param goOn asked after each slice
   */
  public synchronized void tick(Predicate<String> isStated, BooleanSupplier goOn) {
    if (due.isEmpty()) {
      places.keySet().removeIf(root -> !isStated.test(root));
      due.addAll(places.keySet());
    }
    boolean more = true;
    while (more && !due.isEmpty()) {
      List<String> slice = due.stream().limit(SLICE).toList();
      slice.forEach(root -> due.poll());
      look(slice);
      more = goOn.getAsBoolean();
    }
  }
}
