/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.openlineage;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
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
import io.tierline.ldm.openlineage.EventForm.SubsetFacet;
import io.tierline.ldm.openlineage.RunEvent.JobRef;
import io.tierline.ldm.openlineage.RunEvent.Narrowed;
import io.tierline.ldm.openlineage.RunEvent.RunRef;
import io.tierline.ldm.openlineage.RunEvent.Type;
import io.tierline.ldm.openlineage.Subset.Effort;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads run events, one or an array of them. Unknown fields and facets are skipped, since every
 * integration adds its own; events about jobs or datasets without a run say nothing that is used.
 */
public final class RunEventReader {
  /** Events taken at once. */
  static final int MAX_EVENTS = 1_000;

  /** Two of them, with what is between, are a name that a NameNode takes. */
  private static final int MAX_NAME = 511;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          .serializationInclusion(Include.NON_NULL)
          .build();

  private RunEventReader() {}

  /**
   * Reads the events. Of an array those that are no events are told of, and hinder no others.
   *
   * @throws LineageException in one line, when nothing of it is an event
   */
  public static EventBatch read(String json) throws LineageException {
    JsonNode root = parse(json);
    if (root == null || !root.isContainerNode() || root.size() > MAX_EVENTS && root.isArray()) {
      throw new LineageException("not a run event, nor an array of up to " + MAX_EVENTS);
    }
    SortedMap<Integer, RunEvent> events = new TreeMap<>();
    SortedMap<Integer, String> texts = new TreeMap<>();
    SortedMap<Integer, String> refused = new TreeMap<>();
    List<JsonNode> all = new ArrayList<>();
    if (root.isArray()) {
      root.forEach(all::add);
    } else {
      all.add(root);
    }
    Effort effort = new Effort();
    for (int i = 0; i < all.size(); i++) {
      try {
        EventForm form = form(all.get(i));
        if (form.run() != null) {
          events.put(i, event(form, effort));
          texts.put(i, MAPPER.writeValueAsString(form));
        }
      } catch (LineageException none) {
        refused.put(i, none.getMessage());
      } catch (JsonProcessingException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
    if (!refused.isEmpty() && refused.size() == all.size()) {
      String where = all.size() == 1 ? "" : "event " + refused.firstKey() + ": ";
      throw new LineageException(where + refused.get(refused.firstKey()));
    }
    return new EventBatch(events, texts, refused);
  }

  private static JsonNode parse(String json) throws LineageException {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new LineageException("not a run event: " + JsonErrors.reason(e), e);
    } catch (StackOverflowError deep) {
      throw tooDeep(deep);
    }
  }

  /** An event; one that tells of a job or a dataset alone has no run. */
  private static EventForm form(JsonNode node) throws LineageException {
    EventForm form;
    try {
      form = MAPPER.treeToValue(node, EventForm.class);
    } catch (JsonProcessingException e) {
      throw new LineageException("not a run event: " + JsonErrors.reason(e), e);
    } catch (StackOverflowError deep) {
      throw tooDeep(deep);
    }
    if (form == null || (form.run() == null && form.job() == null && form.dataset() == null)) {
      throw new LineageException("not a run event: it has none of 'run', 'job' and 'dataset'");
    }
    return form;
  }

  private static LineageException tooDeep(StackOverflowError deep) {
    return new LineageException("not a run event: it is nested too deeply", deep);
  }

  private static RunEvent event(EventForm form, Effort effort) throws LineageException {
    RunFacets facets =
        form.run().facets() == null ? new RunFacets(null, null, null) : form.run().facets();
    ParentForm parent = facets.parent() == null ? facets.parentRun() : facets.parent();
    boolean hasRoot = parent != null && parent.root() != null;
    List<Rename> renames = new ArrayList<>();
    Set<DatasetPath> wholeInputs = new LinkedHashSet<>();
    Set<DatasetPath> wholeOutputs = new LinkedHashSet<>();
    return new RunEvent(
        type(form.eventType()),
        ref(form.run(), form.job()),
        parent == null ? Optional.empty() : Optional.of(ref(parent.run(), parent.job())),
        hasRoot ? Optional.of(ref(parent.root().run(), parent.root().job())) : Optional.empty(),
        inputs(form.inputs(), wholeInputs, effort),
        outputs(form.outputs(), renames, wholeOutputs, effort),
        renames,
        downstream(facets),
        new Narrowed(wholeInputs, wholeOutputs));
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

  private static List<DatasetPath> inputs(
      List<DatasetForm> datasets, Set<DatasetPath> narrowed, Effort effort)
      throws LineageException {
    List<DatasetPath> places = new ArrayList<>();
    for (DatasetForm dataset : DatasetNames.orEmpty(datasets)) {
      if (dataset != null) {
        SubsetFacet facet = dataset.inputFacets();
        JsonNode condition = facet == null ? null : facet.condition("inputCondition");
        places.addAll(used(dataset, DatasetNames.place(dataset), condition, narrowed, effort));
      }
    }
    return places;
  }

  /** The parts that are used, or else the whole dataset. */
  private static List<DatasetPath> used(
      DatasetForm dataset,
      Optional<DatasetPath> whole,
      JsonNode condition,
      Set<DatasetPath> narrowed,
      Effort effort) {
    List<DatasetPath> parts =
        Subset.parts(condition, dataset.namespace(), dataset.name(), whole.orElse(null), effort);
    if (parts.isEmpty()) {
      return whole.map(List::of).orElse(List.of());
    }
    whole.filter(place -> !parts.contains(place)).ifPresent(narrowed::add);
    return parts;
  }

  /** An output may also be a dataset that was dropped, or one that was there under another name. */
  private static List<DatasetPath> outputs(
      List<DatasetForm> datasets, List<Rename> renames, Set<DatasetPath> narrowed, Effort effort)
      throws LineageException {
    List<DatasetPath> places = new ArrayList<>();
    for (DatasetForm dataset : DatasetNames.orEmpty(datasets)) {
      if (dataset == null) {
        continue;
      }
      Optional<DatasetPath> place = DatasetNames.place(dataset);
      Optional<DatasetPath> before = place.isEmpty() ? place : previous(dataset);
      if (before.isPresent() && !before.equals(place)) {
        renames.add(new Rename(before.get(), place.get()));
      } else if (!isChange(dataset, "DROP")) {
        SubsetFacet facet = dataset.outputFacets();
        JsonNode condition = facet == null ? null : facet.condition("outputCondition");
        places.addAll(used(dataset, place, condition, narrowed, effort));
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
