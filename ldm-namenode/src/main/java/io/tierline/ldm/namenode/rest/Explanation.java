/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.index.CommitterPaths;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.migration.ComingUses;
import io.tierline.ldm.migration.MigrationQuotient;
import io.tierline.ldm.migration.MigrationSettings;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.migration.MoveOutcomes;
import io.tierline.ldm.namenode.namespace.CallersView;
import io.tierline.ldm.namenode.namespace.OwnFileSystems;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.placement.DecisionBasis;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.ReplicaChoice;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.placement.TierState;
import io.tierline.ldm.registry.Canary;
import io.tierline.ldm.registry.Decision;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.settings.LimitKeys;
import io.tierline.ldm.settings.PlacementKeys;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.http.HtmlQuoting;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Time;

/**
 * Why the blocks of a path are, or would be, where they are; only what the caller could list is
 * told of.
 */
final class Explanation {
  private static final int MOST_READERS = 20;
  private static final int MOST_DECISIONS = 20;
  private static final int MOST_RECENT = 50;
  private static final int MOST_BLOCKS = 1_000;
  private static final double PERCENT = 100;

  private record Decisions(List<PathDocument.Decided> decisions) {}

  private final RestParts parts;
  private final CallersView callersView;
  private final Authority authority;

  private Explanation(Asked asked) {
    this.parts = asked.parts();
    this.authority = asked.authority();
    this.callersView = new CallersView(parts.nameNode(), asked.caller());
  }

  static Answer explain(Asked asked) throws IOException {
    // The NameNode's input filter quotes parameters for HTML; a path may hold those characters.
    String path = HtmlQuoting.unquoteHtmlChars(asked.parameter("path"));
    if (path == null || !DFSUtilClient.isValidName(path)) {
      throw new HttpError(HttpServletResponse.SC_BAD_REQUEST, "give ?path=/an/absolute/path");
    }
    Page names = Page.of(asked.request(), Page.FIRST_NAMES);
    return Answer.ok(new Explanation(asked).of(OwnFileSystems.live(path), names));
  }

  /** The last decisions of all, newest first, each with its reason. */
  static Answer decisions(Asked asked) throws IOException {
    return Answer.ok(new Decisions(new Explanation(asked).decisions("/", MOST_RECENT)));
  }

  /**
   * Explains a path.
   *
   * @param names which of the jobs that use its dataset are named
   * @throws AccessControlException when the caller may not list it
   */
  private PathDocument of(String path, Page names) throws IOException {
    authority.requireMaySee(path);
    authority.requireMaySee(CommitterPaths.finalPath(path));
    PlacementAdvisor advisor = parts.advisor();
    LineageView lineage = advisor.registry().view();
    ManagedDataset dataset = lineage.find(path, parts.access().owners()::now);
    HdfsFileStatus status = statusOf(path);
    int replicas =
        status != null && !status.isDirectory()
            ? status.getReplication()
            : parts.nameNode().getRpcServer().getServerDefaults().getReplication();
    PathDocument.Managed managed =
        dataset == null ? null : managed(path, names, lineage, dataset, replicas);
    return new PathDocument(
        path,
        dataset != null,
        managed,
        dataset == null ? unmanaged(lineage.find(path)) : null,
        TierDocument.all(advisor),
        blocks(path, status));
  }

  private PathDocument.Managed managed(
      String path, Page names, LineageView lineage, ManagedDataset dataset, int replicas)
      throws IOException {
    PlacementAdvisor advisor = parts.advisor();
    PlacementPlan plan = advisor.planFromOutside(dataset, replicas);
    Optional<MoveOutcomes.Last> last = parts.migration().lastMove(dataset.root());
    boolean isShown = last.isPresent() && authority.maySee(directory(last.get().move().file()));
    return new PathDocument.Managed(
        DatasetDocument.of(dataset.vertex(), true, authority, names),
        origins(dataset.vertex(), names),
        parts.advisor().policyOn(dataset.root()),
        PathDocument.Replica.all(plan),
        Instant.ofEpochMilli(Time.now()).toString(),
        restraint(advisor.settings(), dataset.root()) + now(dataset, plan),
        migrationQuotient(advisor, lineage, dataset),
        decisions(path, MOST_DECISIONS),
        isShown ? PathDocument.LastMove.of(last.get()) : null);
  }

  /** Where the knowledge of each job that uses a dataset comes from, of a page of them. */
  private Map<String, String> origins(Vertex vertex, Page page) {
    Map<String, String> origins = new LinkedHashMap<>();
    Stream.concat(page.of(vertex.writers()).stream(), page.of(vertex.readers()).stream())
        .forEach(
            job ->
                origins.put(authority.nameOf(job), parts.live().jobs().originOf(job).toString()));
    return origins;
  }

  /** Why HDFS alone places the dataset although LDM knows better; empty when it does not. */
  private static String restraint(LdmSettings settings, String root) {
    Canary canary = settings.canary();
    if (!canary.admits(root)) {
      return canary
              .denying(root)
              .map(
                  above ->
                      "it is below "
                          + above
                          + ", where LDM may not act ("
                          + PlacementKeys.CANARY_DENY)
              .orElse(
                  "it is below no directory in which LDM may act (" + PlacementKeys.CANARY_ALLOW)
          + "), so the stock policy places it. Else: ";
    }
    return settings.shadow()
        ? "LDM is in shadow mode ("
            + PlacementKeys.SHADOW
            + "), so the stock policy places it. Else: "
        : "";
  }

  /** Why a block that was written now would lie where it would. */
  private String now(ManagedDataset dataset, PlacementPlan plan) {
    if (plan.reusability() > 0 && parts.placement().spending().isHeld(dataset.owner())) {
      return "its user has what he may have on fast media, or has had what he may place there in 24"
          + " hours (%sfast-percent, placed-percent-per-day, written-percent-per-day),"
              .formatted(LimitKeys.PREFIX)
          + " so every replica stays on DISK";
    }
    int more = dataset.vertex().reusability() - plan.reusability();
    String passedOver =
        more > 0
            ? "; %d more readers count nothing (%sreaders, unseen-readers)"
                .formatted(more, LimitKeys.PREFIX)
            : "";
    return why(dataset, plan, parts.advisor().table().basis()) + passedOver;
  }

  /** Of what others state that does not count nobody is told. */
  private String unmanaged(ManagedDataset stated) {
    Optional<ManagedDataset> his =
        stated == null
            ? Optional.empty()
            : Stream.concat(Stream.of(stated), stated.others().stream())
                .filter(each -> authority.maySpeakFor(each.owner()))
                .findFirst();
    if (his.isEmpty()) {
      return "no registered job writes this path, so the stock policy places its blocks";
    }
    String owner = his.get().owner();
    String root = his.get().root();
    return parts.access().owners().ifHeWrites(owner, root).counts()
        ? restraint(parts.advisor().settings(), root)
            + ("a registered job writes this path, and nothing is at %s yet: what %s, who"
                    + " registered it, writes there is placed by lineage, what others write by the"
                    + " stock policy")
                .formatted(root, owner)
        : ("a registered job writes this path, but who registered it (%s) does not own %s, nor the"
                + " directory it lies in; so the stock policy places its blocks")
            .formatted(owner, root);
  }

  private String why(ManagedDataset dataset, PlacementPlan plan, DecisionBasis basis) {
    if (plan.reusability() == 0) {
      return "no job that is still to run reads it (R = 0), so every replica stays on DISK";
    }
    ReplicaChoice first = plan.replicas().get(0);
    return String.format(
        Locale.ROOT,
        "R = %d (%s) and slack %d give a claim of %.3f; %s; so the first replica goes to %s (%.0f"
            + " MiB/s from outside the cluster), each next one counts one reader less%s",
        plan.reusability(),
        readers(dataset.vertex().readers()),
        plan.slack(),
        first.quotient(),
        basis.tiers().stream().map(Explanation::tier).collect(Collectors.joining("; ")),
        first.medium(),
        first.rating(),
        plan.spared() == 0
            ? ""
            : "; %d more on fast media, in room that nothing to come will want, to spare disks the"
                    .formatted(plan.spared())
                + " writing");
  }

  /** A sentence has room for a few names. */
  private String readers(List<JobId> all) {
    List<String> names = DatasetDocument.names(new Page(0, MOST_READERS).of(all), authority);
    int more = all.size() - names.size();
    return more > 0 ? names + " and " + more + " more" : names.toString();
  }

  /** What a tier is rated, by what, and what it asks of a block. */
  private static String tier(TierState tier) {
    String source =
        tier.measured() == 0
            ? "typical"
            : tier.measured() + " of " + tier.volumes() + " volumes measured";
    String takes =
        tier.medium() == TierSettings.BASE
            ? "takes all"
            : String.format(
                Locale.ROOT,
                "is %.0f %% full and takes from %.3f",
                PERCENT * tier.used(),
                tier.threshold());
    String worn =
        tier.worn() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                ", but %d of %d volumes have had their writes for today (%s)",
                tier.worn(),
                tier.volumes(),
                PlacementKeys.WEAR);
    return String.format(
        Locale.ROOT,
        "%s at PR %.0f MiB/s (%s) %s%s",
        tier.medium(),
        tier.rating(),
        source,
        takes,
        worn);
  }

  /** MQ, which migration decides by, of the coming uses as they are expected now. */
  private static double migrationQuotient(
      PlacementAdvisor advisor, LineageView view, ManagedDataset dataset) {
    MigrationSettings settings = advisor.settings().migration().decisions();
    String workflow = dataset.vertex().writers().get(0).workflow();
    ComingUses coming =
        ComingUses.of(
            view.tasksAround(workflow),
            view.finishedAround(workflow),
            Instant.ofEpochMilli(Time.now()),
            settings.typicalJobSeconds());
    return MigrationQuotient.of(coming.of(dataset.vertex()), settings.tauSeconds());
  }

  private static String directory(String file) {
    return file.substring(0, Math.max(1, file.lastIndexOf('/')));
  }

  private List<PathDocument.Decided> decisions(String path, int most) throws IOException {
    List<PathDocument.Decided> views = new ArrayList<>();
    for (Decision decision : parts.advisor().decisions().under(path, most)) {
      boolean asked = decision.path().equals(path);
      if (!asked && !authority.maySee(directory(decision.path()))) {
        continue;
      }
      views.add(
          new PathDocument.Decided(
              decision.at().toString(),
              decision.path(),
              decision.writer().rack(),
              decision.plan().reusability(),
              PathDocument.Replica.all(decision.plan()),
              why(decision.dataset(), decision.plan(), decision.basis())));
    }
    return views;
  }

  /** An administrator of LDM need not be one of HDFS: what he may not see there is left out. */
  private HdfsFileStatus statusOf(String path) throws IOException {
    try {
      return callersView.ask(nameNode -> nameNode.getFileInfo(path));
    } catch (AccessControlException mayNot) {
      return null;
    }
  }

  private List<PathDocument.Block> blocks(String path, HdfsFileStatus status) throws IOException {
    List<PathDocument.Block> views = new ArrayList<>();
    if (status == null || status.isDirectory()) {
      return views;
    }
    long shown = MOST_BLOCKS * Math.max(1, status.getBlockSize());
    List<LocatedBlock> located;
    try {
      located =
          callersView
              // What is shown, and no more of it under the lock of the namesystem.
              .ask(nameNode -> nameNode.getBlockLocations(path, 0, shown))
              .getLocatedBlocks();
    } catch (AccessControlException mayNotRead) {
      return views;
    }
    for (LocatedBlock block : located.subList(0, Math.min(MOST_BLOCKS, located.size()))) {
      views.add(
          new PathDocument.Block(
              block.getBlock().getBlockName(), block.getBlockSize(), storages(block)));
    }
    return views;
  }

  private static List<String> storages(LocatedBlock block) {
    List<String> storages = new ArrayList<>();
    StorageType[] types = block.getStorageTypes();
    for (int i = 0; i < types.length; i++) {
      DatanodeInfo node = block.getLocations()[i];
      storages.add(types[i] + " " + node.getHostName() + ":" + node.getXferPort());
    }
    return storages;
  }
}
