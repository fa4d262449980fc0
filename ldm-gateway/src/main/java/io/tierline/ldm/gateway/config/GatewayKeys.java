/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.config;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Configuration keys of the gateway, with their defaults. {@code tierline-gateway-default.xml}
 * describes them.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class GatewayKeys {
  /** The file with defaults and descriptions. */
  public static final String DEFAULT_RESOURCE = "tierline-gateway-default.xml";

  /** The file that an operator may write the keys into; they may stand in hdfs-site.xml as well. */
  public static final String SITE_RESOURCE = "tierline-gateway-site.xml";

  /** What all keys begin with. */
  public static final String PREFIX = "tierline.gateway.";

  /** Where the gateway's web server listens. */
  public static final String HTTP_ADDRESS_KEY = PREFIX + "http-address";

  /** Default of {@link #HTTP_ADDRESS_KEY}. */
  public static final String HTTP_ADDRESS_DEFAULT = "0.0.0.0:9877";

  /** Whom the gateway is, where security is on. */
  public static final String PRINCIPAL_KEY = PREFIX + "kerberos.principal";

  /** Default of {@link #PRINCIPAL_KEY}: nobody yet. */
  public static final String PRINCIPAL_DEFAULT = " ";

  /** Whom its web server is. */
  public static final String WEB_PRINCIPAL_KEY = PREFIX + "web.kerberos.principal";

  /** Default of {@link #WEB_PRINCIPAL_KEY}. */
  public static final String WEB_PRINCIPAL_DEFAULT = "HTTP/_HOST";

  /** The file with the keys of both. */
  public static final String KEYTAB_KEY = PREFIX + "keytab.file";

  /** Default of {@link #KEYTAB_KEY}: none. */
  public static final String KEYTAB_DEFAULT = " ";

  /** Who may see what is known of everybody's jobs. */
  public static final String ADMINS_KEY = PREFIX + "admins";

  /** Default of {@link #ADMINS_KEY}: nobody but the gateway's own user. */
  public static final String ADMINS_DEFAULT = " ";

  /** Where the gateway keeps what outlives it. */
  public static final String DIRECTORY_KEY = PREFIX + "directory";

  /** Default of {@link #DIRECTORY_KEY}. */
  public static final String DIRECTORY_DEFAULT = "/var/lib/tierline/gateway";

  /** The NameNodes' web servers. */
  public static final String NAME_NODES_KEY = PREFIX + "namenodes";

  /** Default of {@link #NAME_NODES_KEY}: those that hdfs-site.xml names. */
  public static final String NAME_NODES_DEFAULT = " ";

  /** How long a NameNode may take for an answer. */
  public static final String NAME_NODE_TIMEOUT_KEY = PREFIX + "namenode.timeout";

  /** Default of {@link #NAME_NODE_TIMEOUT_KEY}. */
  public static final String NAME_NODE_TIMEOUT_DEFAULT = "30s";

  /** After how long what still runs is told again. */
  public static final String REFRESH_KEY = PREFIX + "refresh";

  /** Default of {@link #REFRESH_KEY}. */
  public static final String REFRESH_DEFAULT = "1d";

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

  /** How far ahead the actions of coordinators are known. */
  public static final String OOZIE_COORDINATOR_WINDOW_KEY = PREFIX + "oozie.coordinator-window";

  /** Default of {@link #OOZIE_COORDINATOR_WINDOW_KEY}. */
  public static final String OOZIE_COORDINATOR_WINDOW_DEFAULT = "1d";

  /** Actions of coordinators known at a time. */
  public static final String OOZIE_COORDINATOR_ACTIONS_MAX_KEY =
      PREFIX + "oozie.coordinator-actions.max";

  /** Default of {@link #OOZIE_COORDINATOR_ACTIONS_MAX_KEY}. */
  public static final int OOZIE_COORDINATOR_ACTIONS_MAX_DEFAULT = 2_000;

  /** Largest answer of Oozie. */
  public static final String OOZIE_ANSWER_MAX_KEY = PREFIX + "oozie.answer.max-bytes";

  /** Default of {@link #OOZIE_ANSWER_MAX_KEY}. */
  public static final String OOZIE_ANSWER_MAX_DEFAULT = "16m";

  /** What began the names of Oozie's keys while they were a NameNode's. */
  static final String OOZIE_BEFORE = "tierline.ldm.oozie.";

  /** What begins them now. */
  static final String OOZIE_NOW = PREFIX + "oozie.";

  private GatewayKeys() {}
}
