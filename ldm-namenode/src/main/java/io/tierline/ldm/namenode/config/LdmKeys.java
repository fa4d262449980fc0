/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.config;

import io.tierline.ldm.guard.TestedHadoop;
import io.tierline.ldm.settings.Defaults;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Configuration keys of LDM in the NameNode; each is described in tierline-ldm-default.xml. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LdmKeys {
  /** The file with the defaults of all keys. */
  public static final String DEFAULT_RESOURCE = Defaults.LDM_FILE;

  private static final String PREFIX = "tierline.ldm.";

  /** Whether managed paths are placed by lineage. */
  public static final String PLACEMENT_ENABLED_KEY = PREFIX + "placement.enabled";

  /** Default of {@link #PLACEMENT_ENABLED_KEY}. */
  public static final boolean PLACEMENT_ENABLED_DEFAULT = true;

  /** Further names of this file system, such as those of routers. */
  public static final String FILE_SYSTEM_NAMES_KEY = PREFIX + "file-system.names";

  /** Default of {@link #FILE_SYSTEM_NAMES_KEY}: none. */
  public static final String FILE_SYSTEM_NAMES_DEFAULT = " ";

  /** Names of other clusters' file systems that lineage may lead to. */
  public static final String FILE_SYSTEM_OTHERS_KEY = PREFIX + "file-system.others";

  /** Default of {@link #FILE_SYSTEM_OTHERS_KEY}: none but those in dfs.nameservices. */
  public static final String FILE_SYSTEM_OTHERS_DEFAULT = " ";

  /** Whether LDM runs in a Hadoop that it was not tested with. */
  public static final String UNTESTED_HADOOP_ALLOWED_KEY = TestedHadoop.ALLOWED_KEY;

  /** Default of {@link #UNTESTED_HADOOP_ALLOWED_KEY}. */
  public static final boolean UNTESTED_HADOOP_ALLOWED_DEFAULT = false;

  /** Whether nothing is placed or moved and all that would have been is counted. */
  public static final String SHADOW_KEY = PREFIX + "shadow.enabled";

  /** Default of {@link #SHADOW_KEY}. */
  public static final boolean SHADOW_DEFAULT = false;

  /** Directories below which LDM may act. */
  public static final String CANARY_ALLOW_KEY = PREFIX + "canary.allow";

  /** Default of {@link #CANARY_ALLOW_KEY}. */
  public static final String CANARY_ALLOW_DEFAULT = "/";

  /** Directories below which LDM may not act. */
  public static final String CANARY_DENY_KEY = PREFIX + "canary.deny";

  /** Default of {@link #CANARY_DENY_KEY}: none. */
  public static final String CANARY_DENY_DEFAULT = " ";

  /** Whether replicas are read in the order of their ratings. */
  public static final String READS_BY_RATING_KEY = PREFIX + "reads.by-rating";

  /** Default of {@link #READS_BY_RATING_KEY}. */
  public static final boolean READS_BY_RATING_DEFAULT = true;

  /** Users and groups who may register and withdraw anything. */
  public static final String ADMINS_KEY = PREFIX + "admins";

  /** Default of {@link #ADMINS_KEY}: only the superuser. */
  public static final String ADMINS_DEFAULT = " ";

  /** Users and groups who may report devices. */
  public static final String AGENTS_KEY = PREFIX + "agents";

  /** Default of {@link #AGENTS_KEY}: only administrators. */
  public static final String AGENTS_DEFAULT = " ";

  /** How long a device report counts. */
  public static final String DEVICES_EXPIRY_KEY = PREFIX + "devices.expiry";

  /** Default of {@link #DEVICES_EXPIRY_KEY}. */
  public static final String DEVICES_EXPIRY_DEFAULT = "10m";

  /** Devices whose reports are kept. */
  public static final String DEVICES_MAX_KEY = PREFIX + "devices.max";

  /** Default of {@link #DEVICES_MAX_KEY}. */
  public static final int DEVICES_MAX_DEFAULT = 100_000;

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

  /** Whether directories that are snapshottable, or lie below one, get a storage policy too. */
  public static final String STORAGE_POLICY_SNAPSHOTTABLE_KEY =
      PREFIX + "storage-policy.snapshottable";

  /** Default of {@link #STORAGE_POLICY_SNAPSHOTTABLE_KEY}. */
  public static final boolean STORAGE_POLICY_SNAPSHOTTABLE_DEFAULT = false;

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

  /** Files and directories looked at before the lock of the namesystem is let go of. */
  public static final String LOCK_INODES_KEY = PREFIX + "lock.max-inodes";

  /** Default of {@link #LOCK_INODES_KEY}. */
  public static final int LOCK_INODES_DEFAULT = 256;

  /** Largest request body. */
  public static final String REQUEST_MAX_KEY = PREFIX + "request.max-bytes";

  /** Default of {@link #REQUEST_MAX_KEY}. */
  public static final String REQUEST_MAX_DEFAULT = "4m";

  /** Requests worked on at a time. */
  public static final String REQUESTS_THREADS_KEY = PREFIX + "requests.threads";

  /** Default of {@link #REQUESTS_THREADS_KEY}. */
  public static final int REQUESTS_THREADS_DEFAULT = 8;

  /** Requests that wait for these. */
  public static final String REQUESTS_WAITING_KEY = PREFIX + "requests.waiting";

  /** Default of {@link #REQUESTS_WAITING_KEY}. */
  public static final int REQUESTS_WAITING_DEFAULT = 32;

  /** Requests of one user, worked on and waiting. */
  public static final String REQUESTS_PER_USER_KEY = PREFIX + "requests.per-user";

  /** Default of {@link #REQUESTS_PER_USER_KEY}. */
  public static final int REQUESTS_PER_USER_DEFAULT = 8;

  /** What one request may take. */
  public static final String REQUESTS_TIMEOUT_KEY = PREFIX + "requests.timeout";

  /** Default of {@link #REQUESTS_TIMEOUT_KEY}. */
  public static final String REQUESTS_TIMEOUT_DEFAULT = "30s";

  /** Whether blocks are moved between tiers: off, plan or auto. */
  public static final String MIGRATION_MODE_KEY = PREFIX + "migration.mode";

  /** Default of {@link #MIGRATION_MODE_KEY}. */
  public static final String MIGRATION_MODE_DEFAULT = "plan";

  /** How often migration looks for what to move. */
  public static final String MIGRATION_INTERVAL_KEY = PREFIX + "migration.interval";

  /** Default of {@link #MIGRATION_INTERVAL_KEY}. */
  public static final String MIGRATION_INTERVAL_DEFAULT = "30s";

  /** Time after which a coming use counts half in the migration quotient. */
  public static final String MIGRATION_TAU_KEY = PREFIX + "migration.tau";

  /** Default of {@link #MIGRATION_TAU_KEY}. */
  public static final String MIGRATION_TAU_DEFAULT = "1h";

  /** How far away a use is at the most for its block to be promoted. */
  public static final String MIGRATION_HORIZON_KEY = PREFIX + "migration.horizon";

  /** Default of {@link #MIGRATION_HORIZON_KEY}. */
  public static final String MIGRATION_HORIZON_DEFAULT = "1h";

  /** How long a job without a known start is taken to run. */
  public static final String MIGRATION_TYPICAL_JOB_KEY = PREFIX + "migration.typical-job";

  /** Default of {@link #MIGRATION_TYPICAL_JOB_KEY}. */
  public static final String MIGRATION_TYPICAL_JOB_DEFAULT = "10m";

  /** Seconds of reading that a second of copying must save. */
  public static final String MIGRATION_MIN_GAIN_KEY = PREFIX + "migration.min-gain";

  /** Default of {@link #MIGRATION_MIN_GAIN_KEY}. */
  public static final double MIGRATION_MIN_GAIN_DEFAULT = 0.5;

  /** Which promotion comes first: density or quotient. */
  public static final String MIGRATION_ORDER_KEY = PREFIX + "migration.order";

  /** Default of {@link #MIGRATION_ORDER_KEY}. */
  public static final String MIGRATION_ORDER_DEFAULT = "density";

  /** Most moves of a plan. */
  public static final String MIGRATION_PLAN_MOVES_KEY = PREFIX + "migration.plan.max-moves";

  /** Default of {@link #MIGRATION_PLAN_MOVES_KEY}. */
  public static final int MIGRATION_PLAN_MOVES_DEFAULT = 2000;

  /** Plans kept. */
  public static final String MIGRATION_PLANS_KEPT_KEY = PREFIX + "migration.plans.kept";

  /** Default of {@link #MIGRATION_PLANS_KEPT_KEY}. */
  public static final int MIGRATION_PLANS_KEPT_DEFAULT = 32;

  /** Most blocks looked at for a plan. */
  public static final String MIGRATION_SURVEY_KEY = PREFIX + "migration.survey.max-blocks";

  /** Default of {@link #MIGRATION_SURVEY_KEY}. */
  public static final String MIGRATION_SURVEY_DEFAULT = "512k";

  /** What all moves copy together in a second. */
  public static final String MIGRATION_TOTAL_BYTES_KEY =
      PREFIX + "migration.throttle.total-bytes-per-second";

  /** Default of {@link #MIGRATION_TOTAL_BYTES_KEY}. */
  public static final String MIGRATION_TOTAL_BYTES_DEFAULT = "512m";

  /** What moves copy from and to one DataNode in a second. */
  public static final String MIGRATION_NODE_BYTES_KEY =
      PREFIX + "migration.throttle.node-bytes-per-second";

  /** Default of {@link #MIGRATION_NODE_BYTES_KEY}. */
  public static final String MIGRATION_NODE_BYTES_DEFAULT = "64m";

  /** Moves that one DataNode takes part in at a time. */
  public static final String MIGRATION_NODE_MOVES_KEY = PREFIX + "migration.throttle.node-moves";

  /** Default of {@link #MIGRATION_NODE_MOVES_KEY}. */
  public static final int MIGRATION_NODE_MOVES_DEFAULT = 2;

  /** Moves at a time. */
  public static final String MIGRATION_THREADS_KEY = PREFIX + "migration.threads";

  /** Default of {@link #MIGRATION_THREADS_KEY}. */
  public static final int MIGRATION_THREADS_DEFAULT = 8;

  /** How often a move that fails is tried in all. */
  public static final String MIGRATION_TRIES_KEY = PREFIX + "migration.tries";

  /** Default of {@link #MIGRATION_TRIES_KEY}. */
  public static final int MIGRATION_TRIES_DEFAULT = 3;

  /** How long a move may take to show in the NameNode. */
  public static final String MIGRATION_VERIFY_KEY = PREFIX + "migration.verify-timeout";

  /** Default of {@link #MIGRATION_VERIFY_KEY}. */
  public static final String MIGRATION_VERIFY_DEFAULT = "60s";

  /** What moves write to one SSD in a day. */
  public static final String MIGRATION_WEAR_KEY = PREFIX + "migration.wear.bytes-per-day";

  /** Default of {@link #MIGRATION_WEAR_KEY}. */
  public static final String MIGRATION_WEAR_DEFAULT = "100g";

  /** What LDM may write to one SSD in any 24 hours, in bytes: first placements and moves. */
  public static final String WEAR_KEY = PREFIX + "wear.bytes-per-day";

  /** Default of {@link #WEAR_KEY}. */
  public static final String WEAR_DEFAULT = "1t";

  /** How long a live job is kept after its end. */
  public static final String LIVE_RETENTION_KEY = PREFIX + "live.retention";

  /** Default of {@link #LIVE_RETENTION_KEY}. */
  public static final String LIVE_RETENTION_DEFAULT = "1h";

  /** How long a running live job may go without a word. */
  public static final String LIVE_LOST_AFTER_KEY = PREFIX + "live.lost-after";

  /** Default of {@link #LIVE_LOST_AFTER_KEY}. */
  public static final String LIVE_LOST_AFTER_DEFAULT = "7d";

  /** How long a registration may go without one of its jobs being seen. */
  public static final String REGISTRATION_EXPIRY_KEY = PREFIX + "registration.expiry";

  /** Default of {@link #REGISTRATION_EXPIRY_KEY}. */
  public static final String REGISTRATION_EXPIRY_DEFAULT = "7d";

  /** How long a registration is kept after all of its jobs have ended. */
  public static final String REGISTRATION_RETENTION_KEY = PREFIX + "registration.retention";

  /** Default of {@link #REGISTRATION_RETENTION_KEY}. */
  public static final String REGISTRATION_RETENTION_DEFAULT = "1h";

  /** Live jobs kept at a time. */
  public static final String LIVE_JOBS_MAX_KEY = PREFIX + "live.jobs.max";

  /** Default of {@link #LIVE_JOBS_MAX_KEY}. */
  public static final int LIVE_JOBS_MAX_DEFAULT = 20_000;

  /** Recurring applications remembered. */
  public static final String PREDICTION_APPLICATIONS_KEY = PREFIX + "prediction.applications.max";

  /** Default of {@link #PREDICTION_APPLICATIONS_KEY}. */
  public static final int PREDICTION_APPLICATIONS_DEFAULT = 10_000;

  /** How long an expected job may stay away. */
  public static final String PREDICTION_EXPIRY_KEY = PREFIX + "prediction.expiry";

  /** Default of {@link #PREDICTION_EXPIRY_KEY}. */
  public static final String PREDICTION_EXPIRY_DEFAULT = "1h";

  /** Where the web services of the Oozie server are whose workflows are followed. */
  public static final String OOZIE_URL_KEY = PREFIX + "oozie.url";

  /** Default of {@link #OOZIE_URL_KEY}: none. */
  public static final String OOZIE_URL_DEFAULT = " ";

  /** Time between two looks at Oozie. */
  public static final String OOZIE_INTERVAL_KEY = PREFIX + "oozie.interval";

  /** Default of {@link #OOZIE_INTERVAL_KEY}. */
  public static final String OOZIE_INTERVAL_DEFAULT = "10s";

  /** How long Oozie may take for an answer. */
  public static final String OOZIE_TIMEOUT_KEY = PREFIX + "oozie.timeout";

  /** Default of {@link #OOZIE_TIMEOUT_KEY}. */
  public static final String OOZIE_TIMEOUT_DEFAULT = "10s";

  /** Workflows of Oozie followed at a time. */
  public static final String OOZIE_WORKFLOWS_MAX_KEY = PREFIX + "oozie.workflows.max";

  /** Default of {@link #OOZIE_WORKFLOWS_MAX_KEY}. */
  public static final int OOZIE_WORKFLOWS_MAX_DEFAULT = 1_000;

  /** Time between two looks at Oozie's coordinators. */
  public static final String OOZIE_COORDINATOR_INTERVAL_KEY = PREFIX + "oozie.coordinator-interval";

  /** Default of {@link #OOZIE_COORDINATOR_INTERVAL_KEY}. */
  public static final String OOZIE_COORDINATOR_INTERVAL_DEFAULT = "1m";

  /** How far ahead the actions of coordinators are of interest. */
  public static final String OOZIE_COORDINATOR_WINDOW_KEY = PREFIX + "oozie.coordinator-window";

  /** Default of {@link #OOZIE_COORDINATOR_WINDOW_KEY}. */
  public static final String OOZIE_COORDINATOR_WINDOW_DEFAULT = "1d";

  /** Coming actions of coordinators known at a time. */
  public static final String OOZIE_COORDINATOR_ACTIONS_MAX_KEY =
      PREFIX + "oozie.coordinator-actions.max";

  /** Default of {@link #OOZIE_COORDINATOR_ACTIONS_MAX_KEY}. */
  public static final int OOZIE_COORDINATOR_ACTIONS_MAX_DEFAULT = 2_000;

  /** Largest answer of Oozie. */
  public static final String OOZIE_ANSWER_MAX_KEY = PREFIX + "oozie.answer.max-bytes";

  /** Default of {@link #OOZIE_ANSWER_MAX_KEY}. */
  public static final String OOZIE_ANSWER_MAX_DEFAULT = "16m";

  /** Whether browsers must send a header of their own with changes. */
  public static final String REST_CSRF_ENABLED_KEY = PREFIX + "rest-csrf.enabled";

  /** Default of {@link #REST_CSRF_ENABLED_KEY}. */
  public static final boolean REST_CSRF_ENABLED_DEFAULT = true;

  /** That header. */
  public static final String REST_CSRF_HEADER_KEY = PREFIX + "rest-csrf.custom-header";

  /** Default of {@link #REST_CSRF_HEADER_KEY}. */
  public static final String REST_CSRF_HEADER_DEFAULT = "X-XSRF-HEADER";

  /** Methods that change nothing. */
  public static final String REST_CSRF_METHODS_KEY = PREFIX + "rest-csrf.methods-to-ignore";

  /** Default of {@link #REST_CSRF_METHODS_KEY}. */
  public static final String REST_CSRF_METHODS_DEFAULT = "GET,OPTIONS,HEAD,TRACE";

  /** What a browser is told by. */
  public static final String REST_CSRF_AGENTS_KEY = PREFIX + "rest-csrf.browser-useragents-regex";

  /** Default of {@link #REST_CSRF_AGENTS_KEY}. */
  public static final String REST_CSRF_AGENTS_DEFAULT = "^Mozilla.*,^Opera.*";

  /** Names that a path has at the least that a job is said to write. */
  public static final String PATHS_MIN_DEPTH_KEY = PREFIX + "paths.min-depth";

  /** Default of {@link #PATHS_MIN_DEPTH_KEY}: all but the root. */
  public static final int PATHS_MIN_DEPTH_DEFAULT = 1;

  /** Directories that no job is said to write. */
  public static final String PATHS_PROTECTED_KEY = PREFIX + "paths.protected";

  /** Default of {@link #PATHS_PROTECTED_KEY}. */
  public static final String PATHS_PROTECTED_DEFAULT =
      "/tmp,/user,/user/*,/system,/apps,/hbase/**,/apps/hbase/**";

  /** Share of all files that a registration takes over without a confirmation. */
  public static final String PATHS_CONFIRM_FILES_KEY = PREFIX + "paths.confirm.files-share";

  /** Default of {@link #PATHS_CONFIRM_FILES_KEY}. */
  public static final double PATHS_CONFIRM_FILES_DEFAULT = 0.05;

  /** Share of the fast media that its data may come to without a confirmation. */
  public static final String PATHS_CONFIRM_FAST_KEY = PREFIX + "paths.confirm.fast-share";

  /** Default of {@link #PATHS_CONFIRM_FAST_KEY}. */
  public static final double PATHS_CONFIRM_FAST_DEFAULT = 0.25;

  /** Files that never need a confirmation. */
  public static final String PATHS_LEAST_FILES_KEY = PREFIX + "paths.confirm.least-files";

  /** Default of {@link #PATHS_LEAST_FILES_KEY}. */
  public static final int PATHS_LEAST_FILES_DEFAULT = 10_000;

  /** Bytes that never need a confirmation. */
  public static final String PATHS_LEAST_BYTES_KEY = PREFIX + "paths.confirm.least-bytes";

  /** Default of {@link #PATHS_LEAST_BYTES_KEY}. */
  public static final String PATHS_LEAST_BYTES_DEFAULT = "10g";

  /** What the keys of all limits begin with. */
  public static final String LIMITS_PREFIX = PREFIX + "limits.";

  /** Share of the heap for all registered workflows, and as much again for all live jobs. */
  public static final String LIMITS_HEAP_SHARE_KEY = LIMITS_PREFIX + "heap-share";

  /** Default of {@link #LIMITS_HEAP_SHARE_KEY}. */
  public static final double LIMITS_HEAP_SHARE_DEFAULT = 0.15;

  /** Workflows that one user may have registered. */
  public static final String LIMITS_WORKFLOWS_KEY = LIMITS_PREFIX + "workflows";

  /** Default of {@link #LIMITS_WORKFLOWS_KEY}. */
  public static final int LIMITS_WORKFLOWS_DEFAULT = 1_000;

  /** Jobs of them. */
  public static final String LIMITS_JOBS_KEY = LIMITS_PREFIX + "jobs";

  /** Default of {@link #LIMITS_JOBS_KEY}. */
  public static final int LIMITS_JOBS_DEFAULT = 10_000;

  /** Paths that these name. */
  public static final String LIMITS_PATHS_KEY = LIMITS_PREFIX + "paths";

  /** Default of {@link #LIMITS_PATHS_KEY}. */
  public static final int LIMITS_PATHS_DEFAULT = 100_000;

  /** Notes on them. */
  public static final String LIMITS_NOTES_KEY = LIMITS_PREFIX + "notes";

  /** Default of {@link #LIMITS_NOTES_KEY}. */
  public static final int LIMITS_NOTES_DEFAULT = 5_000;

  /** What they take of the NameNode's heap. */
  public static final String LIMITS_MEMORY_KEY = LIMITS_PREFIX + "memory";

  /** Default of {@link #LIMITS_MEMORY_KEY}. */
  public static final String LIMITS_MEMORY_DEFAULT = "64m";

  /** Links between jobs and datasets that these make. */
  public static final String LIMITS_LINKS_KEY = LIMITS_PREFIX + "links";

  /** Default of {@link #LIMITS_LINKS_KEY}. */
  public static final int LIMITS_LINKS_DEFAULT = 1_000_000;

  /** Live jobs that one user may have. */
  public static final String LIMITS_LIVE_JOBS_KEY = LIMITS_PREFIX + "live-jobs";

  /** Default of {@link #LIMITS_LIVE_JOBS_KEY}. */
  public static final int LIMITS_LIVE_JOBS_DEFAULT = 2_000;

  /** What these take of the NameNode's heap. */
  public static final String LIMITS_LIVE_MEMORY_KEY = LIMITS_PREFIX + "live-memory";

  /** Default of {@link #LIMITS_LIVE_MEMORY_KEY}. */
  public static final String LIMITS_LIVE_MEMORY_DEFAULT = "32m";

  /** Readers of one of a user's datasets that count. */
  public static final String LIMITS_READERS_KEY = LIMITS_PREFIX + "readers";

  /** Default of {@link #LIMITS_READERS_KEY}. */
  public static final int LIMITS_READERS_DEFAULT = 32;

  /** Those among them that nobody has seen run. */
  public static final String LIMITS_UNSEEN_READERS_KEY = LIMITS_PREFIX + "unseen-readers";

  /** Default of {@link #LIMITS_UNSEEN_READERS_KEY}. */
  public static final int LIMITS_UNSEEN_READERS_DEFAULT = 8;

  /** Share of the fast media that the data of one user may take. */
  public static final String LIMITS_FAST_KEY = LIMITS_PREFIX + "fast-percent";

  /** Default of {@link #LIMITS_FAST_KEY}. */
  public static final int LIMITS_FAST_DEFAULT = 100;

  /** Share of the fast media that one user may have blocks placed on in a day. */
  public static final String LIMITS_PLACED_KEY = LIMITS_PREFIX + "placed-percent-per-day";

  /** Default of {@link #LIMITS_PLACED_KEY}. */
  public static final int LIMITS_PLACED_DEFAULT = 100;

  /** Share of the fast media that may be written for one user in a day. */
  public static final String LIMITS_WRITTEN_KEY = LIMITS_PREFIX + "written-percent-per-day";

  /** Default of {@link #LIMITS_WRITTEN_KEY}. */
  public static final int LIMITS_WRITTEN_DEFAULT = 200;

  /** Moves for one user in a day. */
  public static final String LIMITS_MOVES_KEY = LIMITS_PREFIX + "moves-per-day";

  /** Default of {@link #LIMITS_MOVES_KEY}. */
  public static final int LIMITS_MOVES_DEFAULT = 50_000;

  private LdmKeys() {}
}
