/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.oozie.ActionPaths;
import io.tierline.ldm.oozie.el.Expressions;
import io.tierline.ldm.oozie.el.Facts;
import io.tierline.ldm.oozie.el.Resolved;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A coordinator with the properties it is submitted with: when its actions run and on what. */
final class Coordinator {
  private static final String TOO_LONG =
      "with it the places of one action have more than %d characters; it counts as a whole"
          .formatted(ActionBudget.CHARACTERS_MAX);

  private final CoordinatorDefinition definition;
  private final Submission submission;
  private final String name;
  private final String ownName;
  private final ZoneId zone;
  private final Schedule schedule;
  private final Map<String, EventInstances> events = new LinkedHashMap<>();
  private final ActionConfiguration configuration;
  private final ActionFunctions.Shared shared;
  private final ActionBudget budget = new ActionBudget();
  private final Map<EventInstances, List<String>> latestUris = new HashMap<>();
  private final Map<EventInstances, Optional<List<Instant>>> latestInstances = new HashMap<>();
  private Instant latest;
  private long made;
  private final Function<String, Optional<DatasetPath>> places;

  /**
   * Binds a coordinator to its properties.
   *
   * @param givenName what a bundle calls it; "" when it goes by its own name
   * @param known the places of datasets that are known already
   */
  Coordinator(
      CoordinatorDefinition definition,
      String givenName,
      Submission submission,
      Datasets datasets,
      Places known) {
    this.definition = definition;
    this.submission = submission;
    this.ownName = readName();
    this.name = givenName.isBlank() ? ownName : givenName;
    this.zone = readZone();
    this.shared = new ActionFunctions.Shared(ownName, zone, new HashMap<>());
    this.schedule = readSchedule();
    this.configuration = new ActionConfiguration(definition, submission);
    for (DataEvent event : definition.events()) {
      addEvent(event, datasets);
    }
    String own =
        OwnFileSystem.of(
            submission.expressions(),
            events.values().stream().map(event -> event.dataset().uri().text()).toList());
    Facts facts = submission.expressions().facts();
    ActionPaths paths = new ActionPaths(null, own, facts);
    this.places = known.in(own + "\n" + facts.user(), paths::place);
    if (!definition.combinations().isEmpty()) {
      finding(
          "input-logic",
          definition.actionLine(),
          "which inputs are taken is known only when an action runs: all count");
    }
  }

  private String readName() {
    String text = submission.text(definition.name(), definition.file(), 1);
    if (!text.isBlank()) {
      return text;
    }
    lacks("name");
    List<String> parts = PlanFile.components(definition.file());
    return parts.get(parts.size() - 1);
  }

  private void lacks(String attribute) {
    finding(attribute, 1, "the coordinator has no '" + attribute + "'");
  }

  private void finding(String subject, int line, String why) {
    submission.findings().add(subject, definition.file(), line, why);
  }

  private void addEvent(DataEvent event, Datasets datasets) {
    event.lack().ifPresent(why -> finding(event.name(), event.line(), why));
    if (event.dataset().isEmpty()) {
      return;
    }
    String dataset = submission.text(event.dataset(), definition.file(), event.line());
    Optional<Dataset> found = datasets.find(dataset);
    if (found.isEmpty()) {
      finding(dataset, event.line(), datasets.reasonOfLack());
      return;
    }
    events.put(
        key(event.access(), event.name()),
        new EventInstances(event, found.get(), submission, definition.file(), budget));
  }

  private static String key(Access access, String event) {
    return access + " " + event;
  }

  private ZoneId readZone() {
    String text = zoneText();
    Optional<ZoneId> found = Times.zone(text);
    if (text.isEmpty()) {
      lacks("timezone");
    } else if (found.isEmpty() && !text.contains("${")) {
      finding(text, 1, "not a time zone; UTC is taken");
    }
    return found.orElse(ZoneOffset.UTC);
  }

  /** The schedule; null when a part of it is not known. */
  private Schedule readSchedule() {
    Expressions frequencies = submission.expressions().in(ActionFunctions.OF_FREQUENCY);
    Resolved often = frequencies.resolve(definition.frequency());
    String text = submission.findings().text(often, definition.file(), 1);
    Optional<Frequency> frequency = Frequency.parse(text);
    Optional<CronSchedule> cron =
        frequency.isPresent() ? Optional.empty() : CronSchedule.parse(text);
    Optional<Instant> start = time(definition.start(), "start");
    Optional<Instant> end = time(definition.end(), "end");
    if (text.isEmpty()) {
      lacks("frequency");
    } else if (frequency.isEmpty() && cron.isEmpty() && often.isComplete()) {
      finding(text, 1, "this is not a frequency");
    }
    boolean known = (frequency.isPresent() || cron.isPresent()) && start.isPresent();
    return known
        ? new Schedule(
            frequency.orElse(null), cron.orElse(null), start.get(), end.orElse(Instant.MAX), zone)
        : null;
  }

  private Optional<Instant> time(String written, String what) {
    String text = submission.text(written, definition.file(), 1);
    Optional<Instant> time = Times.parse(text);
    if (text.isEmpty()) {
      lacks(what);
    } else if (time.isEmpty() && !text.contains("${")) {
      finding(text, 1, "the " + what + " is not a time such as 2026-01-31T00:00Z");
    }
    return time;
  }

  CoordinatorDefinition definition() {
    return definition;
  }

  Submission submission() {
    return submission;
  }

  /** What it is started as. */
  String name() {
    return name;
  }

  /** The time zone as evaluated; "" when none is given. */
  String zoneText() {
    return submission.text(definition.timezone(), definition.file(), 1);
  }

  /** How often it runs, as evaluated; "" when that is not given. */
  String frequencyText() {
    return submission
        .expressions()
        .in(ActionFunctions.OF_FREQUENCY)
        .resolve(definition.frequency())
        .text();
  }

  /** When its actions are due; empty when that is not known. */
  Optional<Schedule> schedule() {
    return Optional.ofNullable(schedule);
  }

  List<EventInstances> events() {
    return List.copyOf(events.values());
  }

  /**
   * What the action of a nominal time reads and writes; null stands for any action. Where it reads
   * a place and its output there differs by nothing but the done flag, it sets a mark on what
   * another has made: it is no writer of that data.
   */
  List<DatasetUse> uses(Instant nominal) {
    ActionFunctions functions = functions(nominal);
    Set<DatasetUse> uses = new LinkedHashSet<>();
    Map<DatasetPath, Set<String>> flagsRead = new HashMap<>();
    for (EventInstances event : events.values()) {
      boolean reads = event.event().access() == Access.READ;
      String flag = event.dataset().doneFlag();
      for (String uri : uris(event, functions, nominal)) {
        Optional<DatasetPath> path = place(uri, event);
        if (path.isPresent() && reads) {
          flagsRead.computeIfAbsent(path.get(), p -> new HashSet<>()).add(flag);
        }
        boolean marks =
            path.isPresent()
                && !reads
                && flagsRead.containsKey(path.get())
                && !flagsRead.get(path.get()).contains(flag);
        if (path.isPresent() && !marks) {
          uses.add(new DatasetUse(path.get(), event.event().access(), event.isGuess()));
        }
      }
      if (event.isGuess()) {
        finding(
            event.event().name(),
            event.event().line(),
            "latest and future instances are taken as those due at the nominal time");
      }
    }
    return List.copyOf(uses);
  }

  /**
   * The earliest moment at which all that the action of a nominal time waits for can be there;
   * empty when that is not known.
   *
   * @param late by how much an instance of a dataset, told by its template, has come after its time
   */
  Optional<Instant> data(Instant nominal, Function<String, Duration> late) {
    Instant data = null;
    for (EventInstances event : nominal == null ? List.<EventInstances>of() : events()) {
      if (event.event().access() == Access.READ) {
        Instant newest = newest(event, nominal).orElse(null);
        // Of latest instances those are taken that are there.
        boolean isWaitedFor = newest != null && !event.isGuess();
        Instant there =
            isWaitedFor ? newest.plus(late.apply(event.dataset().uri().text())) : newest;
        data = data == null || (there != null && there.isAfter(data)) ? there : data;
      }
    }
    return Optional.ofNullable(data);
  }

  private Optional<Instant> newest(EventInstances event, Instant nominal) {
    return instances(event, functions(nominal), nominal)
        .flatMap(all -> all.stream().max(Instant::compareTo));
  }

  /** The newest instance that the action writes of each dataset, by the dataset's template. */
  Map<String, Instant> written(Instant nominal) {
    Map<String, Instant> written = new HashMap<>();
    for (EventInstances event : events.values()) {
      if (event.event().access() == Access.WRITE) {
        newest(event, nominal)
            .ifPresent(newest -> written.put(event.dataset().uri().text(), newest));
      }
    }
    return written;
  }

  private Optional<DatasetPath> place(String uri, EventInstances event) {
    Optional<DatasetPath> place = places.apply(uri);
    if (place.isEmpty()) {
      finding(uri, event.event().line(), "this is not a path");
    }
    return place;
  }

  /** Where the instances of an event lie; the template itself when its instances are not known. */
  private List<String> uris(EventInstances event, ActionFunctions functions, Instant nominal) {
    latestOnly(nominal);
    List<String> known = latestUris.get(event);
    if (known == null) {
      known = newUris(event, functions, nominal);
      latestUris.put(event, known);
    }
    return known;
  }

  private List<String> newUris(EventInstances event, ActionFunctions functions, Instant nominal) {
    UriTemplate uri = event.dataset().uri();
    Optional<List<Instant>> instances = instances(event, functions, nominal);
    if (instances.isEmpty() || !uri.isTimed()) {
      return List.of(uri.text());
    }
    List<String> uris = new ArrayList<>();
    for (Instant instance : instances.get()) {
      String place = uri.at(instance);
      if (!budget.takeCharacters(place.length())) {
        finding(event.event().name(), event.event().line(), TOO_LONG);
        return List.of(uri.text());
      }
      uris.add(place);
    }
    return uris;
  }

  /** The instances of an event; empty when they are not known. */
  private Optional<List<Instant>> instances(
      EventInstances event, ActionFunctions functions, Instant nominal) {
    latestOnly(nominal);
    Optional<List<Instant>> known = latestInstances.get(event);
    if (known == null) {
      known = nominal == null ? Optional.empty() : event.of(functions, nominal);
      latestInstances.put(event, known);
      made += known.map(List::size).orElse(1);
    }
    return known;
  }

  private void latestOnly(Instant nominal) {
    if (nominal == null || !nominal.equals(latest)) {
      latestUris.clear();
      latestInstances.clear();
      budget.renew();
      latest = nominal;
    }
  }

  private ActionFunctions functions(Instant nominal) {
    ActionFunctions[] own = new ActionFunctions[1];
    own[0] = new ActionFunctions(shared, nominal, event -> uris(event, own[0], nominal));
    return own[0];
  }

  /** Where the instances of an event, or of a name of the input logic, lie; null for no event. */
  private List<String> uris(String event, ActionFunctions functions, Instant nominal) {
    for (Access access : Access.values()) {
      EventInstances found = events.get(key(access, event));
      if (found != null) {
        return uris(found, functions, nominal);
      }
    }
    if (!definition.combinations().containsKey(event)) {
      return null;
    }
    Set<String> all = new LinkedHashSet<>();
    for (String input : definition.combinations().get(event)) {
      EventInstances found = events.get(key(Access.READ, input));
      if (found != null) {
        all.addAll(uris(found, functions, nominal));
      }
    }
    return List.copyOf(all);
  }

  /** What was made for its actions is not remembered any more. */
  void forget() {
    latest = null;
    latestUris.clear();
    latestInstances.clear();
    events.values().forEach(event -> event.dataset().uri().forget());
  }

  /** How many instances have been made of all its actions; two may lie in one place. */
  long instancesMade() {
    return made;
  }

  /** The properties that every action's workflow gets, once one action's were asked for. */
  Map<String, String> fixedProperties() {
    return configuration.fixed();
  }

  /**
   * The properties that the workflow of one action gets, evaluated.
   *
   * @param nominal the action's nominal time; null stands for any action
   */
  Map<String, String> varyingProperties(Instant nominal) {
    return configuration.varying(functions(nominal));
  }
}
