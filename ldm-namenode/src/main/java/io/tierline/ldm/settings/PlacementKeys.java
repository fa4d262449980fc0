/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.settings;

import io.tierline.common.Rows;
import io.tierline.common.Setting;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.placement.ValueModel;
import io.tierline.ldm.rating.Medium;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.hdfs.DFSUtilClient;

/** Keys of what is placed where, and of the devices it is placed on. */
public final class PlacementKeys {
  private static final Rows ROWS = new Rows("tierline.ldm.");

  private static final String DIRECTORIES =
      "absolute paths of directories, without wildcards, separated by commas";
  private static final Pattern WILDCARDS = Pattern.compile("[*?\\[{]");

  public static final Setting<Boolean> ENABLED =
      ROWS.flag("placement.enabled", true)
          .reloadable()
          .doc(
              """
              Whether blocks of managed paths are placed by their lineage. When false, every block
              is placed by the stock policy; lineage can still be registered and explained.\
              """);

  public static final Setting<Boolean> SHADOW =
      ROWS.flag("shadow.enabled", false)
          .reloadable()
          .doc(
              """
              Shadow mode. When true, LDM places and moves nothing, sets no storage policy and
              leaves the order of reads to HDFS; it counts what it would have done, by dataset and
              by user (hdfs ldm -shadow). The counts begin anew whenever it is switched on and
              when the NameNode becomes active.\
              """);

  public static final Setting<List<String>> CANARY_ALLOW =
      ROWS.of("canary.allow", "/", DIRECTORIES, PlacementKeys::directories)
          .reloadable()
          .doc(
              """
              Directories below which LDM may place, move and set storage policies, separated
              by commas. Datasets elsewhere are known and explained, and placed by HDFS alone.
              Empty means everywhere, as / does.\
              """);

  public static final Setting<List<String>> CANARY_DENY =
      ROWS.of("canary.deny", "", DIRECTORIES, PlacementKeys::directories)
          .reloadable()
          .doc(
              """
              Directories below which LDM may not act, whatever tierline.ldm.canary.allow says.\
              """);

  public static final Setting<Boolean> READS_BY_RATING =
      ROWS.flag("reads.by-rating", true)
          .reloadable()
          .doc(
              """
              Whether the replicas of a block are offered to readers in the order of their
              performance rating as seen from the reader, so that a replica on flash one rack hop
              away comes before one on a local disk when the network allows. When false, HDFS's
              own order stands. Needs dfs.net.topology.impl.\
              """);

  public static final Setting<Set<Medium>> MEDIA =
      ROWS.of(
              "tier.media",
              "NVDIMM,SSD",
              "some of RAM_DISK, NVDIMM, SSD, separated by commas",
              PlacementKeys::media)
          .reloadable()
          .doc(
              """
              Storage types, besides DISK, on which replicas of managed blocks may be placed.
              RAM_DISK is not durable: name it only if a lost replica may be created again.
              Empty switches all fast tiers off.\
              """);

  public static final Setting<ValueModel> VALUE_MODEL =
      ROWS.word("value-model", ValueModel.WORK)
          .reloadable()
          .doc(
              """
              By what it is decided which replicas are worth room on a fast tier: work (the disk
              work that they spare: readings first, and writings in room that nothing to come
              will want) or quotient (the source's lineage quotient alone).\
              """);

  public static final Setting<Boolean> FEW_TASKS_FIRST =
      ROWS.flag("few-tasks-first", true)
          .reloadable()
          .doc(
              """
              Whether room on fast tiers is held for data to come whose reader is known to have
              fewer tasks than the cluster has disks. Such a job waits for one block after the
              other, so a fast replica spares it more time than it spares a job with many tasks.
              Data of the same lineage that is written before, for readers of more tasks, gets
              what room is left beside that.\
              """);

  public static final Setting<List<String>> LENT_TO =
      ROWS.of("spare-room.directories", "", DIRECTORIES, PlacementKeys::directories)
          .reloadable()
          .doc(
              """
              Directories whose files without lineage may lie on fast tiers while no registered
              job wants the room, separated by commas. It is only lent: when a registered job
              writes and there is no room for all that is to come, these replicas are moved down
              again. So nothing is lent unless tierline.ldm.migration.mode is auto and
              tierline.ldm.value-model is work. Empty, the default: files without lineage are
              placed by HDFS alone.\
              """);

  public static final Setting<Double> RISING_FROM =
      ROWS.share("tier.rising-from", "0.70")
          .below(1.0)
          .reloadable()
          .doc(
              """
              Share of a tier's capacity in use from which its admission threshold rises above 0.
              From here on blocks with a small lineage quotient are turned away, so that room is
              left for those worth most.\
              """);

  public static final Setting<Double> RESERVE =
      ROWS.share("tier.reserve", "0.05")
          .below(1.0)
          .reloadable()
          .doc(
              """
              Share of a tier's capacity that is kept free of managed blocks.\
              """);

  public static final Setting<Long> MOST_RESERVED =
      ROWS.size("tier.reserve.most", "2g")
          .atLeast(0L)
          .reloadable()
          .doc(
              """
              Most bytes of a volume that tier.reserve keeps free. The reserve is for what is
              written to the volume before the NameNode knows that it is full; a SATA SSD takes
              2 GiB in four seconds.\
              """);

  public static final Setting<Double> RACK_MIBPS =
      ROWS.number("network.rack-mibps", "1192")
          .above(0.0)
          .doc(
              """
              Bandwidth of one stream between two nodes of a rack, in MiB/s. The default is 10
              Gbit/s; for 1 Gbit/s set 119, and a local disk will be preferred to a remote
              SSD.\
              """);

  public static final Setting<Double> CORE_MIBPS =
      ROWS.number("network.core-mibps", "596")
          .above(0.0)
          .doc(
              """
              Bandwidth of one stream between two racks, in MiB/s.\
              """);

  public static final Setting<Duration> TABLE_INTERVAL =
      ROWS.duration("storage-table.interval", "3s")
          .doc(
              """
              How often the table of storages and their free space is rebuilt from the DataNodes'
              reports. It is also rebuilt when a workflow is registered.\
              """);

  public static final Setting<Duration> BUDGET =
      ROWS.briefDuration("decision.budget", "100us")
          .doc(
              """
              Time that one placement decision may take. A slower decision is counted and
              still used; see tierline.ldm.decision.budget.strikes.\
              """);

  public static final Setting<Integer> BUDGET_STRIKES =
      ROWS.integer("decision.budget.strikes", "16")
          .atLeast(1)
          .atMost(1_000_000)
          .doc(
              """
              Decisions over budget in a row after which placement by lineage pauses and the
              stock policy takes over. The first 1,000 after a start, when code is not
              compiled yet, count only if they take ten times the budget.\
              """);

  public static final Setting<Duration> BUDGET_PAUSE =
      ROWS.briefDuration("decision.budget.pause", "30s")
          .doc(
              """
              How long such a pause lasts.\
              """);

  public static final Setting<Integer> DECISIONS_KEPT =
      ROWS.integer("decisions.kept", "4096")
          .atLeast(1)
          .atMost(1 << 20)
          .doc(
              """
              Recent placement decisions kept in memory so that they can be explained.\
              """);

  public static final Setting<Boolean> STORAGE_POLICIES =
      ROWS.flag("storage-policy.enabled", true)
          .doc(
              """
              Whether a managed directory is given the HDFS storage policy that fits its placement
              (ONE_SSD, ALL_SSD) while its lineage is registered. With it the Mover and the
              StoragePolicySatisfier leave managed blocks where they are and storage type quotas
              are charged right. A directory with a policy of its own is never touched, and is
              placed by that policy.\
              """);

  public static final Setting<Boolean> STORAGE_POLICIES_SNAPSHOTTABLE =
      ROWS.flag("storage-policy.snapshottable", false)
          .doc(
              """
              Whether snapshottable directories, and directories below them, get a storage
              policy from LDM too. HDFS reports it between two snapshots as a change of the
              directory (snapshotDiff, distcp -diff). Without it, blocks there are still
              placed and moved, but a Mover run moves fast replicas to DISK.\
              """);

  public static final Setting<Duration> STORAGE_POLICY_INTERVAL =
      ROWS.duration("storage-policy.interval", "1s")
          .doc(
              """
              How often the storage policies of directories that blocks were placed under are
              checked.\
              """);

  public static final Setting<Long> WEAR =
      ROWS.size("wear.bytes-per-day", "1t")
          .atLeast(0L)
          .reloadable()
          .doc(
              """
              Most bytes that LDM may write to one SSD in any 24 hours, by moves and by first
              placements. A new block counts with the mean length of the blocks on the node's
              SSDs. When an SSD of a DataNode has reached the limit, managed blocks get no SSD
              there until old hours drop out of the window; with 0 they never do. Set it to
              what the drive's endurance allows: 1 TiB a day is half a drive write for a drive
              of 2 TB. What users place on SSDs by their own storage policies is neither
              counted nor held back. The count is kept in the namespace, so it survives
              restarts and failovers.\
              """);

  public static final Setting<String> AGENTS =
      ROWS.of("agents", "", "user1,user2 group1,group2", text -> text)
          .doc(
              """
              Users and groups who may report measured storage devices (POST /ldm/v1/devices),
              as "user1,user2 group1,group2". Usually the user that DataNodes run as.
              Administrators of LDM always may.\
              """);

  public static final Setting<Duration> DEVICES_EXPIRY =
      ROWS.duration("devices.expiry", "10m")
          .doc(
              """
              How long a device report counts after its measurement. After that the device
              counts as a typical one of its kind again. An older report is refused.\
              """);

  public static final Setting<Integer> DEVICES_MAX =
      ROWS.integer("devices.max", "100000")
          .atLeast(1)
          .atMost(10_000_000)
          .doc(
              """
              Most devices whose reports are kept. Reports of further devices are refused.\
              """);

  private PlacementKeys() {}

  /** All rows, in order. */
  static List<Setting<?>> all() {
    return ROWS.all();
  }

  private static Set<Medium> media(String text) {
    Set<Medium> media = EnumSet.noneOf(Medium.class);
    for (String name : Rows.parts(text)) {
      Medium medium = Medium.valueOf(name.toUpperCase(Locale.ROOT));
      if (medium.compareTo(TierSettings.BASE) >= 0) {
        throw new IllegalArgumentException(name);
      }
      media.add(medium);
    }
    return media;
  }

  private static List<String> directories(String text) {
    List<String> directories = new ArrayList<>();
    for (String name : Rows.parts(text)) {
      if (!DFSUtilClient.isValidName(name) || WILDCARDS.matcher(name).find()) {
        throw new IllegalArgumentException(name);
      }
      boolean endsBare = name.length() == 1 || !name.endsWith("/");
      directories.add(endsBare ? name : name.substring(0, name.length() - 1));
    }
    return directories;
  }
}
