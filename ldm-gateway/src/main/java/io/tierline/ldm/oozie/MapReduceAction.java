/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.PathLists;
import java.util.Optional;

/** A MapReduce job, streaming and pipes included: its configuration states its paths. */
final class MapReduceAction implements ActionReader {
  private static final String[] INPUT = {
    "mapreduce.input.fileinputformat.inputdir", "mapred.input.dir"
  };
  private static final String[] OUTPUT = {
    "mapreduce.output.fileoutputformat.outputdir", "mapred.output.dir"
  };

  /** Pairs of a path and a class, {@code path;class,path;class}. */
  private static final String[] INPUTS_WITH_CLASS = {
    "mapreduce.input.multipleinputs.dir.formats",
    "mapred.input.dir.formats",
    "mapreduce.input.multipleinputs.dir.mappers",
    "mapred.input.dir.mappers"
  };

  @Override
  public void read(ActionScope scope) {
    Optional<String> input = scope.property(INPUT);
    Optional<String> pairs = scope.property(INPUTS_WITH_CLASS);
    Optional<String> output = scope.property(OUTPUT);
    input.ifPresent(paths -> PathLists.split(paths).forEach(path -> scope.uses(Access.READ, path)));
    pairs.ifPresent(
        all ->
            PathLists.split(all).forEach(pair -> scope.uses(Access.READ, pair.split(";", 2)[0])));
    output.ifPresent(path -> scope.uses(Access.WRITE, path));
    scope.tasks().configured(scope::property);
    if (input.isEmpty() && pairs.isEmpty() && output.isEmpty()) {
      String cause =
          scope.body().child("config-class").isPresent() ? ": a class sets them as it starts" : "";
      scope.note("the configuration states neither input nor output" + cause);
    }
    scope.body().children("file").forEach(file -> ScriptAction.cached(scope, file));
    scope.body().children("archive").forEach(file -> ScriptAction.cached(scope, file));
  }
}
