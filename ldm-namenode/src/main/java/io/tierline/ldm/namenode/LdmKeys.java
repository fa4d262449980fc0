/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Configuration keys of LDM in the NameNode; each is described in tierline-ldm-default.xml. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LdmKeys {
  /** The file with the defaults of all keys. */
  public static final String DEFAULT_RESOURCE = "tierline-ldm-default.xml";

  private static final String PREFIX = "tierline.ldm.";

  /** Whether managed paths are placed by lineage. */
  public static final String PLACEMENT_ENABLED_KEY = PREFIX + "placement.enabled";

  /** Default of {@link #PLACEMENT_ENABLED_KEY}. */
  public static final boolean PLACEMENT_ENABLED_DEFAULT = true;

  /** Whether replicas are read in the order of their ratings. */
  public static final String READS_BY_RATING_KEY = PREFIX + "reads.by-rating";

  /** Default of {@link #READS_BY_RATING_KEY}. */
  public static final boolean READS_BY_RATING_DEFAULT = true;

  /** Users and groups who may register and withdraw anything. */
  public static final String ADMINS_KEY = PREFIX + "admins";

  /** Default of {@link #ADMINS_KEY}: only the superuser. */
  public static final String ADMINS_DEFAULT = " ";

  /** Media that managed blocks may be placed on, besides DISK. */
  public static final String MEDIA_KEY = PREFIX + "tier.media";

  /** Default of {@link #MEDIA_KEY}. */
  public static final String MEDIA_DEFAULT = "NVDIMM,SSD";

  /** Share of a tier in use from which its admission threshold rises. */
  public static final String RISING_FROM_KEY = PREFIX + "tier.rising-from";

  /** Default of {@link #RISING_FROM_KEY}. */
  public static final double RISING_FROM_DEFAULT = 0.70;

  /** Share of a tier kept free of managed blocks. */
  public static final String RESERVE_KEY = PREFIX + "tier.reserve";

  /** Default of {@link #RESERVE_KEY}. */
  public static final double RESERVE_DEFAULT = 0.05;

  /** Bandwidth of one stream inside a rack. */
  public static final String RACK_MIBPS_KEY = PREFIX + "network.rack-mibps";

  /** Default of {@link #RACK_MIBPS_KEY}. */
  public static final double RACK_MIBPS_DEFAULT = 1192;

  /** Bandwidth of one stream between racks. */
  public static final String CORE_MIBPS_KEY = PREFIX + "network.core-mibps";

  /** Default of {@link #CORE_MIBPS_KEY}. */
  public static final double CORE_MIBPS_DEFAULT = 596;

  /** How often the storage table is rebuilt. */
  public static final String TABLE_INTERVAL_KEY = PREFIX + "storage-table.interval";

  /** Default of {@link #TABLE_INTERVAL_KEY}. */
  public static final String TABLE_INTERVAL_DEFAULT = "3s";

  /** Time one decision may take. */
  public static final String BUDGET_KEY = PREFIX + "decision.budget";

  /** Default of {@link #BUDGET_KEY}. */
  public static final String BUDGET_DEFAULT = "100us";

  /** Decisions over budget in a row after which placement pauses. */
  public static final String BUDGET_STRIKES_KEY = PREFIX + "decision.budget.strikes";

  /** Default of {@link #BUDGET_STRIKES_KEY}. */
  public static final int BUDGET_STRIKES_DEFAULT = 16;

  /** How long such a pause lasts. */
  public static final String BUDGET_PAUSE_KEY = PREFIX + "decision.budget.pause";

  /** Default of {@link #BUDGET_PAUSE_KEY}. */
  public static final String BUDGET_PAUSE_DEFAULT = "30s";

  /** Decisions kept to be explained. */
  public static final String DECISIONS_KEPT_KEY = PREFIX + "decisions.kept";

  /** Default of {@link #DECISIONS_KEPT_KEY}. */
  public static final int DECISIONS_KEPT_DEFAULT = 4096;

  /** Whether managed directories carry the storage policy that fits their placement. */
  public static final String STORAGE_POLICY_ENABLED_KEY = PREFIX + "storage-policy.enabled";

  /** Default of {@link #STORAGE_POLICY_ENABLED_KEY}. */
  public static final boolean STORAGE_POLICY_ENABLED_DEFAULT = true;

  /** How often storage policies are checked while blocks are being placed. */
  public static final String STORAGE_POLICY_INTERVAL_KEY = PREFIX + "storage-policy.interval";

  /** Default of {@link #STORAGE_POLICY_INTERVAL_KEY}. */
  public static final String STORAGE_POLICY_INTERVAL_DEFAULT = "1s";

  /** Workflows registered at a time. */
  public static final String WORKFLOWS_MAX_KEY = PREFIX + "workflows.max";

  /** Default of {@link #WORKFLOWS_MAX_KEY}. */
  public static final int WORKFLOWS_MAX_DEFAULT = 10_000;

  /** Whether registrations are kept in the namespace. */
  public static final String STATE_DURABLE_KEY = PREFIX + "state.durable";

  /** Default of {@link #STATE_DURABLE_KEY}. */
  public static final boolean STATE_DURABLE_DEFAULT = true;

  /** Largest request body. */
  public static final String REQUEST_MAX_KEY = PREFIX + "request.max-bytes";

  /** Default of {@link #REQUEST_MAX_KEY}. */
  public static final String REQUEST_MAX_DEFAULT = "4m";

  private LdmKeys() {}
}
