/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.live.Conflict;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.namenode.live.LiveService;
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.state.StateUnavailableException;
import io.tierline.ldm.wire.ReportDocument;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/** REST for lineage that comes by itself. */
final class LiveResource {
  /**
   * What was taken in.
   *
   * @param refused what was not, of many; null where there was one
   * @param term of the lineage, for a source that is to tell all again in the next one; or null
   * @param lostAfterMillis how long such a source's jobs are known without a word of it; or null
   */
  private record Accepted(int accepted, List<Refused> refused, String term, Long lostAfterMillis) {}

  private record Refused(int index, String reason) {}

  private record Disagreement(
      String workflow,
      String job,
      String owner,
      String believed,
      String doubted,
      String text,
      String at) {
    static Disagreement of(Conflict conflict) {
      return new Disagreement(
          conflict.workflow(),
          conflict.job(),
          conflict.owner(),
          conflict.believed().toString(),
          conflict.doubted().toString(),
          conflict.text(),
          conflict.at().toString());
    }
  }

  private record Listed(List<Disagreement> conflicts) {}

  /** A key of the gateway's, which may stand in hdfs-site.xml. */
  private static final String GATEWAY = "tierline.gateway.http-address";

  private final RestParts parts;
  private final UserGroupInformation caller;
  private final Authority authority;
  private final Audit audit;

  private LiveResource(Asked asked) {
    this.parts = asked.parts();
    this.caller = asked.caller();
    this.authority = asked.authority();
    this.audit = asked.audit();
  }

  /**
   * Run events were taken here once. Who still sends them is told where they go: not that there is
   * nothing, which clients that are to try again would.
   */
  static Answer events(Asked asked) throws IOException {
    String gateway =
        asked.parts().nameNode().getConf().getTrimmed(GATEWAY, "the gateway's http-address");
    throw new HttpError(
        HttpServletResponse.SC_GONE,
        "NameNodes take no run events any more: send them to the lineage gateway, POST"
            + " /api/v1/lineage at "
            + gateway);
  }

  static Answer observations(Asked asked) throws IOException {
    return Answer.created(new LiveResource(asked).observations(asked.body()));
  }

  static Answer application(Asked asked) throws IOException {
    return Answer.created(new LiveResource(asked).application(asked.body()));
  }

  static Answer conflicts(Asked asked) {
    return Answer.ok(new LiveResource(asked).conflicts());
  }

  private static List<Refused> refusals(SortedMap<Integer, String> refused) {
    return refused.entrySet().stream()
        .map(each -> new Refused(each.getKey(), each.getValue().lines().findFirst().orElse("")))
        .toList();
  }

  /**
   * Takes in what a source of lineage outside the NameNode tells. For himself anybody may be a
   * source; for others, it needs an administrator's rights, or to be their proxy user. What cannot
   * be taken is refused report by report; the answer tells which and why.
   */
  private Accepted observations(String body) throws IOException {
    ReportDocument.Batch batch = ReportDocument.read(body);
    SortedMap<Integer, String> refused = new TreeMap<>(batch.refused());
    IOException first = null;
    int accepted = 0;
    for (var each : batch.reports().entrySet()) {
      // What was told before stays told: to tell it again changes nothing.
      WorkTime.check();
      try {
        take(each.getValue());
        accepted++;
      } catch (StateUnavailableException notNow) {
        throw notNow;
      } catch (AccessControlException | LineageException mayNot) {
        first = first == null ? mayNot : first;
        refused.put(each.getKey(), mayNot.getMessage());
      }
    }
    if (accepted == 0 && first != null) {
      throw first;
    }
    if (accepted > 0) {
      // A source that only asks for the term asks often.
      parts.placement().refresh().run();
    }
    LiveService live = parts.live().jobs();
    return new Accepted(accepted, refusals(refused), live.term(), live.lostAfter().toMillis());
  }

  private void take(SourceReport told) throws IOException {
    if (!authority.maySpeakFor(told.user())) {
      audit.logged(
          told.source().toString(),
          told.user() + " " + told.jobs(),
          () -> {
            throw new AccessControlException(
                caller.getShortUserName() + " may not tell of jobs of " + told.user());
          });
    }
    parts.live().intake().take(told, audit);
  }

  /** Takes in what a ResourceManager tells, which needs an administrator's rights for others. */
  private Accepted application(String body) throws IOException {
    ApplicationReport report = ApplicationReport.read(body);
    Observation seen = report.observation();
    return audit.logged(
        "application",
        report.state() + " " + report.application() + " of " + report.user(),
        () -> {
          if (!authority.maySpeakFor(report.user())) {
            throw new AccessControlException(
                caller.getShortUserName() + " may not tell of jobs of " + report.user());
          }
          Uses uses = usesOf(report.user(), seen.uses());
          try {
            parts.live().jobs().observe(List.of(seen.with(uses)));
          } catch (LineageException e) {
            throw Statuses.untaken(e);
          }
          if (report.outputBytes() > 0 && uses.writes().size() == 1) {
            parts.live().outputs().told(report.user(), uses.writes().get(0), report.outputBytes());
          }
          parts.placement().refresh().run();
          return new Accepted(1, null, null, null);
        });
  }

  /**
   * Of a job of the caller's all or none; of another user's what that user may use. The
   * ResourceManager, which may do all, tells what stands in the configuration that he has written.
   */
  private Uses usesOf(String user, Uses stated) throws IOException {
    if (!user.equals(caller.getShortUserName())) {
      return parts.access().allowed(user).of(stated);
    }
    Uses local = parts.access().localiser().localise(stated);
    requireMayUse(local.reads(), local.writes(), local.renames());
    return local;
  }

  /** As for a registration: outputs must be writable and inputs readable to the caller. */
  private void requireMayUse(
      List<DatasetPath> reads, List<DatasetPath> writes, List<Rename> renames) throws IOException {
    Job.Builder job = Job.named("observed", "live");
    reads.forEach(job::reads);
    writes.forEach(job::writes);
    renames.forEach(rename -> job.renames(rename.source(), rename.target()));
    authority.requireMayUse(job.build());
  }

  /** Conflicts on the caller's own jobs; administrators see all. */
  private Listed conflicts() {
    return new Listed(
        parts.live().jobs().conflicts().stream()
            .filter(conflict -> authority.maySpeakFor(conflict.owner()))
            .map(Disagreement::of)
            .toList());
  }
}
