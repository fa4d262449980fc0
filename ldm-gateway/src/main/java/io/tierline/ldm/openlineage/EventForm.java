/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The parts of an event that are read. Records rather than a tree: whatever else is skipped. */
@JsonIgnoreProperties(ignoreUnknown = true)
record EventForm(
    String eventType,
    RunForm run,
    JobForm job,
    DatasetForm dataset,
    List<DatasetForm> inputs,
    List<DatasetForm> outputs) {

  @JsonIgnoreProperties(ignoreUnknown = true)
  record RunForm(String runId, RunFacets facets) {}

  /** A parent went by the key parentRun before it was called parent. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record RunFacets(ParentForm parent, ParentForm parentRun, DependenciesForm jobDependencies) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record ParentForm(RunForm run, JobForm job, RootForm root) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record RootForm(RunForm run, JobForm job) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record DependenciesForm(List<DependencyForm> downstream) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record DependencyForm(JobForm job) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record JobForm(String namespace, String name) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record DatasetForm(
      String namespace,
      String name,
      DatasetFacets facets,
      SubsetFacet inputFacets,
      SubsetFacet outputFacets) {}

  /** What is no condition is passed over, so it is kept as it came. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record SubsetFacet(JsonNode subset) {
    JsonNode condition(String name) {
      return subset == null ? null : subset.get(name);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record DatasetFacets(SymlinksForm symlinks, LifecycleForm lifecycleStateChange) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record SymlinksForm(List<NameForm> identifiers) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record LifecycleForm(String lifecycleStateChange, NameForm previousIdentifier) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record NameForm(String namespace, String name) {}
}
