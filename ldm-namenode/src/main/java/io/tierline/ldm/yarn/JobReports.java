/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.mapreduce.JobConfiguration;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is told of a submitted job: what its tags say, and its configuration where it is readable.
 */
final class JobReports {
  private static final Logger LOG = LoggerFactory.getLogger(JobReports.class);

  private final JobXml configurations;
  private final String tagPrefix;
  private final YarnMetrics metrics;
  private boolean hasLoggedUnreadable;

  JobReports(JobXml configurations, String tagPrefix, YarnMetrics metrics) {
    this.configurations = configurations;
    this.tagPrefix = tagPrefix;
    this.metrics = metrics;
  }

  ApplicationReport of(Applications.MapReduce application) {
    metrics.applicationsSeen.incr();
    return JobConfiguration.report(application.submission(), configuration(application), tagPrefix);
  }

  private Map<String, String> configuration(Applications.MapReduce application) {
    if (application.jobXml().isEmpty()) {
      metrics.configurationsUnreadable.incr();
      return Map.of();
    }
    try {
      return configurations.read(application.jobXml().get(), application.submission().user());
    } catch (IOException | RuntimeException e) {
      metrics.configurationsUnreadable.incr();
      if (!hasLoggedUnreadable) {
        hasLoggedUnreadable = true;
        LOG.warn(
            "LDM: {} cannot be read, so that only the job's tags are known: {}. Logged once,"
                + " counted in {}.ConfigurationsUnreadable",
            Printable.of(application.jobXml().get()),
            Printable.of(e.toString()),
            YarnMetrics.SOURCE);
      }
      return Map.of();
    }
  }
}
