/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * One job of a workflow: what runs, after what, and the datasets it uses.
 *
 * @param name unique inside the workflow
 * @param type the kind of action, for example {@code map-reduce} or {@code spark}
 * @param line the line of the definition that starts the job, or 0 when there is none
 * @param after names of the jobs that control flow lets run directly before this one
 * @param excludes names of jobs that no single run executes together with this one: they stand on
 *     other branches of a decision, or one of the two runs only when something failed
 * @param onError true when the job runs only after a failure; such a job is not expected to run and
 *     adds nothing to the reusability of what it reads
 * @param uses the datasets read and written, without duplicates
 * @param renames the moves of datasets that the job does
 * @param reading when the job reads its inputs
 * @param outputBytes how much it writes, where its definition says so, as a generator's does; 0
 *     where it does not
 */
public record Job(
    String name,
    String type,
    int line,
    Set<String> after,
    Set<String> excludes,
    boolean onError,
    List<DatasetUse> uses,
    List<Rename> renames,
    Reading reading,
    long outputBytes) {
  private static final int FEW = 6;

  /** Copies every collection; the record is immutable. */
  public Job {
    after = Set.copyOf(after);
    excludes = Set.copyOf(excludes);
    uses = distinct(uses);
    renames = List.copyOf(renames);
    if (outputBytes < 0) {
      throw new IllegalArgumentException("less than nothing is written: " + outputBytes);
    }
  }

  /** Most jobs have a few uses, for which a set costs more than comparing them. */
  private static List<DatasetUse> distinct(List<DatasetUse> uses) {
    for (int i = 1; i < uses.size(); i++) {
      if (i == FEW || uses.subList(0, i).contains(uses.get(i))) {
        return List.copyOf(new LinkedHashSet<>(uses));
      }
    }
    return List.copyOf(uses);
  }

  /** The nominal time at which the job reads its inputs, when the source knows it. */
  public Optional<Instant> start() {
    return reading.start();
  }

  /** The datasets read, in the order stated. */
  public List<DatasetPath> reads() {
    return paths(Access.READ);
  }

  /** The datasets written, in the order stated. */
  public List<DatasetPath> writes() {
    return paths(Access.WRITE);
  }

  private List<DatasetPath> paths(Access access) {
    List<DatasetPath> paths = new ArrayList<>(uses.size());
    for (DatasetUse use : uses) {
      if (use.access() == access) {
        paths.add(use.dataset());
      }
    }
    return Collections.unmodifiableList(paths);
  }

  @SuppressWarnings("ReferenceEquality") // the same one: nothing was mapped
  Job mapDatasets(UnaryOperator<DatasetPath> function) {
    List<DatasetUse> mappedUses = new ArrayList<>(uses.size());
    for (DatasetUse use : uses) {
      DatasetPath mapped = function.apply(use.dataset());
      boolean same = mapped == use.dataset();
      mappedUses.add(same ? use : new DatasetUse(mapped, use.access(), use.inferred()));
    }
    List<Rename> mappedRenames =
        renames.stream()
            .map(r -> new Rename(function.apply(r.source()), function.apply(r.target())))
            .toList();
    return like(this).uses(mappedUses).moves(mappedRenames).build();
  }

  /** This job without its stated writes of those datasets. */
  Job withoutWrites(Set<DatasetPath> datasets) {
    List<DatasetUse> kept =
        uses.stream()
            .filter(
                use ->
                    use.access() == Access.READ
                        || use.inferred()
                        || !datasets.contains(use.dataset()))
            .toList();
    return like(this).uses(kept).build();
  }

  /** Starts a job of that name and type. */
  public static Builder named(String name, String type) {
    return new Builder(name, type);
  }

  /** Starts a job with all that another one has. */
  public static Builder like(Job job) {
    Builder like = new Builder(job.name, job.type).line(job.line).onError(job.onError);
    like.after.addAll(job.after);
    like.excludes.addAll(job.excludes);
    return like.reading(job.reading).outputBytes(job.outputBytes).uses(job.uses).moves(job.renames);
  }

  /** Collects the parts of a {@link Job}. */
  public static final class Builder {
    private final String name;
    private final String type;
    private int line;
    private boolean onError;
    private final Set<String> after = new TreeSet<>();
    private final Set<String> excludes = new TreeSet<>();
    private final List<DatasetUse> uses = new ArrayList<>();
    private final List<Rename> renames = new ArrayList<>();
    private Reading reading = Reading.UNKNOWN;
    private long outputBytes;

    private Builder(String name, String type) {
      this.name = name;
      this.type = type;
    }

    /** Sets the line of the definition that starts the job. */
    public Builder line(int number) {
      this.line = number;
      return this;
    }

    /** Marks the job as one that runs only after a failure. */
    public Builder onError(boolean failed) {
      this.onError = failed;
      return this;
    }

    /** Adds a direct predecessor in control flow. */
    public Builder after(String job) {
      after.add(job);
      return this;
    }

    /** Adds a job that never runs together with this one. */
    public Builder excludes(String job) {
      excludes.add(job);
      return this;
    }

    /** Adds a use; one that is there already is not added twice. */
    public Builder use(DatasetUse use) {
      uses.add(use);
      return this;
    }

    /** Puts these uses in the place of those there are. */
    public Builder uses(Collection<DatasetUse> all) {
      uses.clear();
      uses.addAll(all);
      return this;
    }

    /** Adds a stated read. */
    public Builder reads(DatasetPath dataset) {
      return use(DatasetUse.reads(dataset));
    }

    /** Adds a stated write. */
    public Builder writes(DatasetPath dataset) {
      return use(DatasetUse.writes(dataset));
    }

    /** Adds a move of a dataset. */
    public Builder renames(DatasetPath source, DatasetPath target) {
      renames.add(new Rename(source, target));
      return this;
    }

    private Builder moves(List<Rename> all) {
      renames.clear();
      renames.addAll(all);
      return this;
    }

    /** Sets the nominal time at which the job reads its inputs. */
    public Builder start(Instant time) {
      return reading(reading.at(time));
    }

    /** Sets when the job reads. */
    public Builder reading(Reading when) {
      reading = when;
      return this;
    }

    /** Sets how much it writes; 0 where that is not known. */
    public Builder outputBytes(long bytes) {
      outputBytes = bytes;
      return this;
    }

    /** The job as collected. */
    public Job build() {
      return new Job(
          name, type, line, after, excludes, onError, uses, renames, reading, outputBytes);
    }
  }
}
