/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.settings.Defaults;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Configuration keys of LDM in the ResourceManager; each is described in
 * tierline-ldm-yarn-default.xml.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class YarnKeys {
  /** The file with the defaults of all keys. */
  public static final String DEFAULT_RESOURCE = Defaults.YARN_FILE;

  private static final String PREFIX = "tierline.ldm.yarn.";

  /** Whether submitted jobs are told to the NameNode. */
  public static final String ENABLED_KEY = PREFIX + "enabled";

  /** Default of {@link #ENABLED_KEY}. */
  public static final boolean ENABLED_DEFAULT = true;

  /** Where the NameNodes' REST is. */
  public static final String ADDRESSES_KEY = PREFIX + "namenode.http-addresses";

  /** Default of {@link #ADDRESSES_KEY}: those of the HDFS configuration. */
  public static final String ADDRESSES_DEFAULT = " ";

  /** What a tag begins with that names a workflow and a job. */
  public static final String TAG_PREFIX_KEY = PREFIX + "workflow.tag.prefix";

  /** Default of {@link #TAG_PREFIX_KEY}. */
  public static final String TAG_PREFIX_DEFAULT = "tierline";

  /** Whether a job's configuration is read as its user when it may not be read otherwise. */
  public static final String PROXY_USER_KEY = PREFIX + "proxy-user";

  /** Default of {@link #PROXY_USER_KEY}. */
  public static final boolean PROXY_USER_DEFAULT = true;

  /** Applications that wait to be looked at. */
  public static final String QUEUE_KEY = PREFIX + "queue.size";

  /** Default of {@link #QUEUE_KEY}. */
  public static final int QUEUE_DEFAULT = 10_000;

  /** How often running applications are looked at, and reports that failed are sent again. */
  public static final String INTERVAL_KEY = PREFIX + "interval";

  /** Default of {@link #INTERVAL_KEY}. */
  public static final String INTERVAL_DEFAULT = "1s";

  /** How long a report is sent again and again while no NameNode takes it. */
  public static final String PATIENCE_KEY = PREFIX + "report.patience";

  /** Default of {@link #PATIENCE_KEY}. */
  public static final String PATIENCE_DEFAULT = "10m";

  /** Time that a NameNode is given to answer. */
  public static final String TIMEOUT_KEY = PREFIX + "report.timeout";

  /** Default of {@link #TIMEOUT_KEY}. */
  public static final String TIMEOUT_DEFAULT = "10s";

  private YarnKeys() {}
}
