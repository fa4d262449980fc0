/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tierline.ldm.json.JsonErrors;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.openlineage.EventForm.DatasetForm;
import io.tierline.ldm.openlineage.EventForm.DependencyForm;
import io.tierline.ldm.openlineage.EventForm.JobForm;
import io.tierline.ldm.openlineage.EventForm.LifecycleForm;
import io.tierline.ldm.openlineage.EventForm.ParentForm;
import io.tierline.ldm.openlineage.EventForm.RunFacets;
import io.tierline.ldm.openlineage.EventForm.RunForm;
import io.tierline.ldm.openlineage.RunEvent.JobRef;
import io.tierline.ldm.openlineage.RunEvent.RunRef;
import io.tierline.ldm.openlineage.RunEvent.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads run events, one or an array of them. Unknown fields and facets are skipped, since every
 * integration adds its own; events about jobs or datasets without a run say nothing that is used.
 */
public final class RunEventReader {
  /** Events taken at once. */
  static final int MAX_EVENTS = 1_000;

  private static final int MAX_NAME = 512;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          .build();

  private RunEventReader() {}

  /**
   * Reads the events in their order.
   *
   * @throws LineageException in one line, when one of them is none
   */
  public static List<RunEvent> read(String json) throws LineageException {
    EventForm[] forms = parse(json);
    if (forms == null || forms.length > MAX_EVENTS) {
      throw new LineageException("not a run event, nor an array of up to " + MAX_EVENTS);
    }
    List<RunEvent> events = new ArrayList<>();
    for (EventForm form : forms) {
      boolean isNone =
          form == null || (form.run() == null && form.job() == null && form.dataset() == null);
      if (isNone) {
        throw new LineageException("not a run event: it has none of 'run', 'job' and 'dataset'");
      }
      if (form.run() != null) {
        events.add(event(form));
      }
    }
    return events;
  }

  private static EventForm[] parse(String json) throws LineageException {
    try {
      return MAPPER.readValue(json, EventForm[].class);
    } catch (JsonProcessingException e) {
      throw new LineageException("not a run event: " + JsonErrors.reason(e), e);
    }
  }

  private static RunEvent event(EventForm form) throws LineageException {
    RunFacets facets =
        form.run().facets() == null ? new RunFacets(null, null, null) : form.run().facets();
    ParentForm parent = facets.parent() == null ? facets.parentRun() : facets.parent();
    boolean hasRoot = parent != null && parent.root() != null;
    List<Rename> renames = new ArrayList<>();
    return new RunEvent(
        type(form.eventType()),
        ref(form.run(), form.job()),
        parent == null ? Optional.empty() : Optional.of(ref(parent.run(), parent.job())),
        hasRoot ? Optional.of(ref(parent.root().run(), parent.root().job())) : Optional.empty(),
        inputs(form.inputs()),
        outputs(form.outputs(), renames),
        renames,
        downstream(facets));
  }

  private static Type type(String name) throws LineageException {
    if (name == null) {
      return Type.OTHER;
    }
    try {
      return Type.valueOf(name.strip().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new LineageException("a run event's type cannot be '" + name + "'", e);
    }
  }

  private static RunRef ref(RunForm run, JobForm job) throws LineageException {
    String id = run == null ? null : run.runId();
    return new RunRef(name("run.runId", id), ref(job));
  }

  private static JobRef ref(JobForm job) throws LineageException {
    String namespace = job == null || job.namespace() == null ? "" : job.namespace().strip();
    if (!namespace.isEmpty()) {
      name("job.namespace", namespace);
    }
    return new JobRef(namespace, name("job.name", job == null ? null : job.name()));
  }

  private static String name(String field, String text) throws LineageException {
    String name = text == null ? "" : text.strip();
    if (name.isEmpty()
        || name.length() > MAX_NAME
        || name.chars().anyMatch(Character::isISOControl)) {
      throw new LineageException(
          "a run event needs '%s', of 1 to %d characters without controls: '%s'"
              .formatted(field, MAX_NAME, name));
    }
    return name;
  }

  private static List<DatasetPath> inputs(List<DatasetForm> datasets) throws LineageException {
    List<DatasetPath> places = new ArrayList<>();
    for (DatasetForm dataset : DatasetNames.orEmpty(datasets)) {
      if (dataset != null) {
        DatasetNames.place(dataset).ifPresent(places::add);
      }
    }
    return places;
  }

  /** An output may also be a dataset that was dropped, or one that was there under another name. */
  private static List<DatasetPath> outputs(List<DatasetForm> datasets, List<Rename> renames)
      throws LineageException {
    List<DatasetPath> places = new ArrayList<>();
    for (DatasetForm dataset : DatasetNames.orEmpty(datasets)) {
      Optional<DatasetPath> place =
          dataset == null ? Optional.empty() : DatasetNames.place(dataset);
      if (place.isEmpty()) {
        continue;
      }
      Optional<DatasetPath> before = previous(dataset);
      if (before.isPresent() && !before.equals(place)) {
        renames.add(new Rename(before.get(), place.get()));
      } else if (!isChange(dataset, "DROP")) {
        places.add(place.get());
      }
    }
    return places;
  }

  private static boolean isChange(DatasetForm dataset, String change) {
    LifecycleForm lifecycle =
        dataset.facets() == null ? null : dataset.facets().lifecycleStateChange();
    return lifecycle != null && change.equalsIgnoreCase(lifecycle.lifecycleStateChange());
  }

  private static Optional<DatasetPath> previous(DatasetForm dataset) throws LineageException {
    if (!isChange(dataset, "RENAME")
        || dataset.facets().lifecycleStateChange().previousIdentifier() == null) {
      return Optional.empty();
    }
    return DatasetNames.place(dataset.facets().lifecycleStateChange().previousIdentifier());
  }

  private static Set<JobRef> downstream(RunFacets facets) throws LineageException {
    Set<JobRef> jobs = new LinkedHashSet<>();
    if (facets.jobDependencies() != null) {
      for (DependencyForm next : DatasetNames.orEmpty(facets.jobDependencies().downstream())) {
        if (next != null && next.job() != null) {
          jobs.add(ref(next.job()));
        }
      }
    }
    return jobs;
  }
}
