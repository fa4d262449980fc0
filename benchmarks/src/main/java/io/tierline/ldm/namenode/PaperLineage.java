/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.namenode.rest.LdmServlet;
import io.tierline.ldm.namenode.rest.RestParts;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Lineage that was never submitted: every dataset is written by one job and read by another, so
 * that one replica belongs on SSD.
 */
public final class PaperLineage {
  private static final int DATASETS_PER_WORKFLOW = 100;
  private static final long LOOK_MILLIS = 20;
  private static final long MOST_LOOKS = 6_000;

  private PaperLineage() {}

  /** Workflows of a hundred datasets each, all of that user. */
  private static List<Registration> chains(List<String> datasets, String user)
      throws LineageException {
    List<Registration> all = new ArrayList<>();
    for (int from = 0; from < datasets.size(); from += DATASETS_PER_WORKFLOW) {
      int to = Math.min(datasets.size(), from + DATASETS_PER_WORKFLOW);
      List<Job> jobs = new ArrayList<>();
      for (String dataset : datasets.subList(from, to)) {
        DatasetPath path = DatasetPath.of(dataset);
        jobs.add(Job.named("write-" + jobs.size(), "map-reduce").writes(path).build());
        jobs.add(Job.named("read-" + jobs.size(), "map-reduce").reads(path).build());
      }
      String id = "chains-" + from;
      all.add(new Registration(Workflow.of(id, id, jobs, List.of()), user, Set.of()));
    }
    return all;
  }

  /** A registry that knows them. */
  static LineageRegistry registry(List<String> datasets) throws LineageException {
    LineageRegistry registry = new LineageRegistry(1 << 20);
    if (!registry.restore(chains(datasets, "benchmark")).isEmpty()) {
      throw new IllegalArgumentException("some of the datasets lie in each other");
    }
    return registry;
  }

  /**
   * Registers them with a NameNode that runs LDM, as a load at its start would: in its memory.
   * Waits until the service is ready for it.
   */
  public static void register(NameNode nameNode, List<String> datasets)
      throws IOException, InterruptedException {
    RestParts service =
        (RestParts) nameNode.getHttpServer().getAttribute(LdmServlet.PARTS_ATTRIBUTE);
    for (int looks = 0; !service.state().isWritable(); looks++) {
      if (looks > MOST_LOOKS) {
        throw new IOException("LDM does not become ready");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    LineageRegistry registry = service.advisor().registry();
    if (!registry.restore(chains(datasets, superuser())).isEmpty()) {
      throw new IllegalArgumentException("some of the datasets lie in each other");
    }
    if (service.access().owners().managed(registry.view(), datasets.get(0)) == null) {
      // It would be stock that is measured.
      throw new IllegalStateException("what is registered does not count");
    }
    service.placement().refresh().run();
    service.migration().lineageChanged();
  }

  /** Who writes the files of the benchmark. */
  private static String superuser() throws IOException {
    return UserGroupInformation.getCurrentUser().getShortUserName();
  }
}
