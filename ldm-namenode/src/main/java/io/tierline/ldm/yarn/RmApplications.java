/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.guard.TestedHadoop;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.Submission;
import io.tierline.ldm.settings.LdmKeys;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.ldm.settings.YarnKeys;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The applications of the ResourceManager in this process. */
final class RmApplications implements Applications {
  private static final Logger LOG = LoggerFactory.getLogger(RmApplications.class);
  private static final String MAPREDUCE = "MAPREDUCE";
  private static final String JOB_XML = "job.xml";

  /** Begin of an application's life in this process. */
  private static final Set<RMAppEventType> ARRIVALS =
      Set.of(RMAppEventType.START, RMAppEventType.RECOVER);

  private final RMContext context;

  RmApplications(RMContext context) {
    this.context = context;
  }

  /**
   * Starts to watch, unless the configuration says otherwise.
   *
   * @throws IllegalArgumentException when the configuration makes no sense
   */
  static void watch(RMContext context) {
    Configuration conf = context.getYarnConfiguration();
    LdmKeys.unknownIn(conf).forEach(key -> LOG.warn("LDM: nothing reads the key {}", key));
    YarnSettings settings = YarnSettings.from(conf);
    Optional<String> refusal =
        TestedHadoop.refusal(
            VersionInfo.getVersion(), ServiceKeys.UNTESTED_HADOOP_ALLOWED, conf::get);
    if (refusal.isPresent()) {
      LOG.error("Tierline LDM watches no applications: {}", refusal.get());
      return;
    }
    if (!settings.isEnabled() || settings.nameNodes().isEmpty()) {
      LOG.info(
          "Tierline LDM watches no applications: {}",
          settings.isEnabled()
              ? "no NameNode is named, by "
                  + YarnKeys.ADDRESSES
                  + ", fs.defaultFS or an hdfs-site.xml beside yarn-site.xml"
              : YarnKeys.ENABLED + " is false");
      return;
    }
    YarnMetrics metrics = YarnMetrics.create();
    NameNodeLink link = new NameNodeLink(settings, conf);
    HostGuard guard = new HostGuard("Tierline LDM in this ResourceManager");
    guard.onFault(fault -> metrics.faults.incr());
    FollowedApplications followed =
        new FollowedApplications(
            new RmApplications(context),
            new JobReports(
                new StagedJobXml(conf, settings.proxyUser()), settings.tagPrefix(), metrics),
            new Outbox(link, settings, metrics, Time::monotonicNow),
            settings.queueSize());
    LineageWatcher watcher = new LineageWatcher(followed, settings, metrics, guard);
    context.getDispatcher().register(RMAppEventType.class, listener(watcher, guard));
    Thread thread = new Thread(watcher, "tierline-ldm-yarn-lineage");
    thread.setDaemon(true);
    thread.start();
    LOG.info("Tierline LDM tells of submitted MapReduce jobs to {}", settings.nameNodes());
  }

  /** What it threw would end the ResourceManager's dispatcher, and with it the ResourceManager. */
  static EventHandler<RMAppEvent> listener(LineageWatcher watcher, HostGuard guard) {
    return event -> {
      try {
        if (!guard.isOff() && ARRIVALS.contains(event.getType())) {
          watcher.arrived(event.getApplicationId().toString());
        }
      } catch (RuntimeException | Error e) {
        guard.failed("taking note of an application", e);
      }
    };
  }

  @Override
  public Optional<MapReduce> find(String id) {
    RMApp app = context.getRMApps().get(ApplicationId.fromString(id));
    if (app == null || !MAPREDUCE.equals(app.getApplicationType())) {
      return Optional.empty();
    }
    Submission submission =
        new Submission(id, app.getUser(), app.getQueue(), app.getName(), app.getApplicationTags());
    return Optional.of(new MapReduce(submission, jobXml(app)));
  }

  private static Optional<Path> jobXml(RMApp app) {
    ContainerLaunchContext master = app.getApplicationSubmissionContext().getAMContainerSpec();
    LocalResource resource = master == null ? null : master.getLocalResources().get(JOB_XML);
    try {
      return resource == null ? Optional.empty() : Optional.of(resource.getResource().toPath());
    } catch (java.net.URISyntaxException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<JobState> state(String id) {
    RMApp app = context.getRMApps().get(ApplicationId.fromString(id));
    return app == null
        ? Optional.empty()
        : Optional.of(state(app.createApplicationState(), app.getFinalApplicationStatus()));
  }

  /** An application that has ended may still say that it has failed. */
  static JobState state(YarnApplicationState state, FinalApplicationStatus said) {
    return switch (state) {
      case FAILED -> JobState.FAILED;
      case KILLED -> JobState.KILLED;
      case FINISHED ->
          switch (said) {
            case SUCCEEDED, UNDEFINED, ENDED -> JobState.SUCCEEDED;
            case KILLED -> JobState.KILLED;
            case FAILED -> JobState.FAILED;
          };
      case NEW, NEW_SAVING, SUBMITTED, ACCEPTED, RUNNING -> JobState.RUNNING;
    };
  }

  @Override
  public boolean isOver() {
    ResourceManager manager = context.getResourceManager();
    return manager == null
        || manager.isInState(Service.STATE.STOPPED)
        || manager.getRMContext() != context;
  }
}
