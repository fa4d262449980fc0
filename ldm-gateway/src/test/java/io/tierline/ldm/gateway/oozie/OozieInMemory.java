/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import static io.tierline.ldm.oozie.run.OozieJob.copy;

import io.tierline.ldm.oozie.run.OozieJob;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** An Oozie in memory, whose workflows a test starts, ends, breaks and forgets. */
final class OozieInMemory implements OozieLink {
  final Map<String, OozieJob> jobs = new LinkedHashMap<>();
  final Set<String> running = new HashSet<>();
  final Map<String, byte[]> definitions = new LinkedHashMap<>();
  final Set<String> broken = new HashSet<>();
  final List<String> askedAs = new ArrayList<>();
  boolean isGone;
  int requests;

  OozieJob run(String id) {
    running.add(id);
    definitions.put(
        id,
        OozieJob.definition(
            "<start to='a'/>"
                + copy("a", "/in", "/x" + id, "b", "fail")
                + copy("b", "/x" + id, "/y" + id, "end", "fail")));
    return jobs.computeIfAbsent(id, OozieJob::new).action("a", "RUNNING", null);
  }

  /** Runs either of two jobs after the first. */
  void choose(String id) {
    run(id);
    definitions.put(
        id,
        OozieJob.definition(
            "<start to='a'/>"
                + copy("a", "/in", "/x", "choose", "fail")
                + "<decision name='choose'><switch><case to='b'>${x}</case>"
                + "<default to='c'/></switch></decision>"
                + copy("b", "/x", "", "end", "fail")
                + copy("c", "/x", "", "end", "fail")));
  }

  void end(String id) {
    running.remove(id);
    jobs.get(id).action("a", "OK", "b").action("b", "OK", "end").status("SUCCEEDED");
  }

  @Override
  public OozieLink as(String user) {
    askedAs.add(user);
    return this;
  }

  private void ask(String id) throws IOException {
    requests++;
    if (isGone || broken.contains(id)) {
      throw new ConnectException("refused");
    }
    if (!id.isEmpty() && !jobs.containsKey(id)) {
      throw new UnknownJobException(id);
    }
  }

  @Override
  public String running(int offset, int length) throws IOException {
    ask("");
    return running.stream()
        .sorted()
        .skip(offset - 1)
        .limit(length)
        .map("{\"id\":\"%s\",\"user\":\"listed\"}"::formatted)
        .collect(Collectors.joining(",", "{\"workflows\":[", "]}"));
  }

  @Override
  public String coordinators(int offset, int length) {
    throw new AssertionError("switched off");
  }

  @Override
  public String coordinator(String id) {
    throw new AssertionError("switched off");
  }

  @Override
  public String info(String id) throws IOException {
    ask(id);
    return jobs.get(id).json();
  }

  @Override
  public byte[] definition(String id) throws IOException {
    ask(id);
    return definitions.get(id);
  }
}
