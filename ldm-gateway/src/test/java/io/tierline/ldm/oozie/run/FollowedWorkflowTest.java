/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import static io.tierline.ldm.oozie.run.OozieJob.copy;
import static io.tierline.ldm.oozie.run.OozieJob.definition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FollowedWorkflowTest {
  private static final String CHAIN =
      "<start to='a'/>"
          + copy("a", "/in", "/x", "b", "fail")
          + copy("b", "/x", "/y", "end", "fail");

  private static final String CHOICE =
      "<start to='a'/>"
          + copy("a", "", "/x", "choose", "fail")
          + "<decision name='choose'><switch><case to='b'>${x}</case><default to='c'/></switch>"
          + "</decision>"
          + copy("b", "/x", "", "end", "fail")
          + copy("c", "/x", "", "end", "fail");

  private static final String MENDING =
      "<start to='a'/>"
          + copy("a", "/in", "/x", "b", "mend")
          + copy("mend", "/in", "", "fail", "fail")
          + copy("b", "/x", "", "end", "fail");

  private final OozieJob job = new OozieJob("1-W");

  private FollowedWorkflow follow(String nodes) throws Exception {
    return new FollowedWorkflow("1-W", definition(nodes));
  }

  private List<Observation> tell(FollowedWorkflow followed) throws Exception {
    List<Observation> news = followed.news(job.status());
    followed.told(news);
    return news;
  }

  private static Observation of(List<Observation> news, String name) {
    return news.stream().filter(seen -> seen.job().equals(name)).findFirst().orElseThrow();
  }

  private static List<String> states(List<Observation> news) {
    return news.stream().map(seen -> seen.job() + " " + seen.state()).sorted().toList();
  }

  @Test
  void jobsToComeAreKnownFromTheStartTheLaterOnesFirst() throws Exception {
    job.action("a", "RUNNING", null);
    List<Observation> news = tell(follow(CHAIN));
    assertThat(news).extracting(Observation::job).containsExactly("b", "a");
    Observation a = of(news, "a");
    assertThat(a.origin()).isEqualTo(Origin.OOZIE);
    assertThat(a.owner()).isEqualTo("ann");
    assertThat(a.chain().id()).isEqualTo("1-W");
    assertThat(a.chain().isStated()).isTrue();
    assertThat(a.application()).isEqualTo("flow/a");
    assertThat(a.uses().reads()).containsExactly(new DatasetPath("", "/in"));
    assertThat(a.uses().writes()).containsExactly(new DatasetPath("", "/x"));
    assertThat(a.followers()).containsExactly("b");
    assertThat(news).extracting(Observation::state).containsOnly(JobState.RUNNING);
  }

  @Test
  void onlyWhatHasChangedIsNews() throws Exception {
    FollowedWorkflow followed = follow(CHAIN);
    job.action("a", "RUNNING", null);
    tell(followed);
    assertThat(tell(followed)).isEmpty();
    job.action("a", "OK", "b").action("b", "PREP", null);
    assertThat(states(tell(followed))).containsExactly("a SUCCEEDED");
    job.action("b", "OK", "end").status("SUCCEEDED");
    assertThat(states(tell(followed))).containsExactly("b SUCCEEDED");
    followed.tellAgain();
    assertThat(tell(followed)).isEmpty();
  }

  @Test
  void whatWasNotPassedOnStaysNews() throws Exception {
    FollowedWorkflow followed = follow(CHAIN);
    assertThat(followed.news(job.status())).hasSize(2);
    assertThat(followed.news(job.status())).hasSize(2);
    tell(followed);
    followed.tellAgain();
    assertThat(tell(followed)).hasSize(2);
  }

  @Test
  void jobThatAnEarlierProcessToldOfAndThatNeverStartsIsNone() throws Exception {
    FollowedWorkflow before = follow(CHOICE);
    job.action("a", "RUNNING", null);
    tell(before);
    assertThat(before.running()).containsExactlyInAnyOrder("1-W@a#0", "1-W@b#0", "1-W@c#0");
    FollowedWorkflow after = follow(CHOICE);
    after.toldBefore(before.running());
    job.action("a", "OK", "choose").action("choose", "OK", "b").action("b", "RUNNING", null);
    assertThat(states(after.news(job.status()))).containsExactly("a SUCCEEDED", "b RUNNING");
    assertThat(after.noJobs()).containsExactly("1-W@c#0");
    assertThat(after.running()).as("not told yet").contains("1-W@c#0");
    tell(after);
    assertThat(after.running()).containsExactly("1-W@b#0");
    assertThat(after.noJobs()).isEmpty();
    assertThat(tell(after)).isEmpty();
  }

  @Test
  void jobThatAnEarlierProcessToldOfAndThatAFailureKeepsOutStillReads() throws Exception {
    FollowedWorkflow after = follow(CHAIN);
    after.toldBefore(Set.of("1-W@a#0", "1-W@b#0"));
    job.action("a", "ERROR", "fail").status("KILLED");
    assertThat(states(tell(after))).containsExactly("a FAILED", "b FAILED");
    assertThat(after.noJobs()).isEmpty();
    assertThat(after.running()).isEmpty();
  }

  @Test
  void jobOfARunThatWasRunAgainAndThatNeverStartsIsNone() throws Exception {
    FollowedWorkflow followed = follow(CHOICE);
    job.action("a", "RUNNING", null);
    tell(followed);
    job.run(1).action("a", "OK", "choose").action("choose", "OK", "b").action("b", "PREP", null);
    assertThat(states(followed.news(job.status()))).containsExactly("a SUCCEEDED", "b RUNNING");
    assertThat(followed.noJobs()).containsExactly("1-W@c#0");
  }

  @Test
  void jobThatNeverStartsEndsAlsoWhereAllIsToldAgainMeanwhile() throws Exception {
    FollowedWorkflow followed = follow(CHOICE);
    job.action("a", "RUNNING", null);
    tell(followed);
    followed.tellAgain();
    job.action("a", "OK", "choose").action("choose", "OK", "b").action("b", "PREP", null);
    followed.news(job.status());
    assertThat(followed.noJobs()).containsExactly("1-W@c#0");
    followed.tellAll();
    assertThat(followed.running()).isEmpty();
  }

  @Test
  void everyBranchIsPossibleUntilOneIsTaken() throws Exception {
    FollowedWorkflow followed = follow(CHOICE);
    job.action("a", "RUNNING", null);
    List<Observation> news = tell(followed);
    assertThat(states(news)).containsExactly("a RUNNING", "b RUNNING", "c RUNNING");
    assertThat(of(news, "a").followers()).containsExactlyInAnyOrder("b", "c");
    job.action("a", "OK", "choose").action("choose", "OK", "c").action("c", "RUNNING", null);
    news = tell(followed);
    assertThat(states(news)).containsExactly("a SUCCEEDED", "b KILLED");
    assertThat(of(news, "a").followers()).containsExactly("c");
  }

  @Test
  void branchNotTakenBeforeTheFirstSightIsNoJob() throws Exception {
    job.action("a", "OK", "choose").action("choose", "OK", "c").action("c", "RUNNING", null);
    assertThat(states(tell(follow(CHOICE)))).containsExactly("a SUCCEEDED", "c RUNNING");
  }

  @Test
  void allWaysOfAForkAreTaken() throws Exception {
    String fork =
        "<start to='split'/><fork name='split'><path start='a'/><path start='b'/></fork>"
            + copy("a", "/x", "", "join", "fail")
            + copy("b", "/x", "", "join", "fail")
            + "<join name='join' to='c'/>"
            + copy("c", "/y", "", "end", "fail");
    FollowedWorkflow followed = follow(fork);
    job.action("split", "OK", "*").action("a", "OK", "join").action("b", "RUNNING", null);
    assertThat(states(tell(followed))).containsExactly("a SUCCEEDED", "b RUNNING", "c RUNNING");
  }

  @Test
  void whatOnlyAFailureLeadsToCountsAfterOne() throws Exception {
    FollowedWorkflow followed = follow(MENDING);
    job.action("a", "RUNNING", null);
    assertThat(states(tell(followed))).containsExactly("a RUNNING", "b RUNNING");
    job.action("a", "ERROR", "mend").action("mend", "RUNNING", null);
    assertThat(states(tell(followed))).containsExactly("a FAILED", "b FAILED", "mend RUNNING");
    job.action("mend", "OK", "fail").action("fail", "OK", null).status("KILLED");
    assertThat(states(tell(followed))).containsExactly("mend SUCCEEDED");
  }

  @Test
  void stoppedWorkflowReadsNoMore() throws Exception {
    FollowedWorkflow followed = follow(CHAIN);
    job.action("a", "RUNNING", null);
    tell(followed);
    job.action("a", "KILLED", null).status("KILLED");
    assertThat(states(tell(followed))).containsExactly("a KILLED", "b KILLED");
  }

  @Test
  void actionThatWasRunningAtTheEndRunsNoMore() throws Exception {
    FollowedWorkflow followed = follow(CHAIN);
    job.action("a", "RUNNING", null);
    tell(followed);
    job.status("FAILED");
    assertThat(states(tell(followed))).containsExactly("a KILLED", "b KILLED");
  }

  @Test
  void workflowThatIsLostHasEnded() throws Exception {
    FollowedWorkflow followed = follow(CHAIN);
    assertThat(followed.newsOfLoss()).isEmpty();
    job.action("a", "RUNNING", null);
    tell(followed);
    assertThat(states(followed.newsOfLoss())).containsExactly("a KILLED", "b KILLED");
    List<Observation> again = followed.newsOfLoss();
    assertThat(states(again)).as("until it is told").containsExactly("a KILLED", "b KILLED");
    followed.told(again);
    assertThat(followed.newsOfLoss()).isEmpty();
  }

  @Test
  void anotherRunIsAnother() throws Exception {
    FollowedWorkflow followed = follow(CHAIN);
    job.action("a", "FAILED", null).status("FAILED");
    tell(followed);
    job.run(1).action("a", "RUNNING", null).status("RUNNING");
    List<Observation> news = tell(followed);
    assertThat(states(news)).containsExactly("a RUNNING", "b RUNNING");
    assertThat(of(news, "a").run()).isEqualTo("1-W@a#1");
  }

  @Test
  void subWorkflowIsOnlyNamedUntilItRuns() throws Exception {
    String outer =
        "<start to='a'/>"
            + copy("a", "/in", "/x", "sub", "fail")
            + "<action name='sub'><sub-workflow><app-path>/inner</app-path></sub-workflow>"
            + "<ok to='b'/><error to='fail'/></action>"
            + copy("b", "/y", "", "end", "fail");
    FollowedWorkflow followed = follow(outer);
    job.action("a", "RUNNING", null);
    List<Observation> news = tell(followed);
    assertThat(states(news)).containsExactly("a RUNNING", "b RUNNING");
    assertThat(of(news, "a").followers()).containsExactlyInAnyOrder("sub", "b");
    job.action("a", "OK", "sub").action("sub", "RUNNING", null);
    job.started("sub", "2-W", "<sub-workflow/>");
    news = tell(followed);
    assertThat(states(news)).containsExactly("a SUCCEEDED", "sub RUNNING");
    assertThat(of(news, "sub").uses().isEmpty()).isTrue();
    assertThat(of(news, "sub").followers()).containsExactly("b");
  }

  @Test
  void pathsAreThoseOfThePropertiesAndOfWhatWasStarted() throws Exception {
    String symbolic =
        "<start to='a'/>"
            + copy("a", "${dir}/in", "${wf:actionData('z')['out']}", "end", "fail")
            + copy("z", "", "", "end", "fail");
    FollowedWorkflow followed =
        follow(
            symbolic
                .replace("<start to='a'/>", "<start to='z'/>")
                .replace(
                    "name='z'><map-reduce><configuration></configuration></map-reduce><ok to='end'/>",
                    "name='z'><map-reduce><configuration></configuration></map-reduce><ok to='a'/>"));
    job.property("dir", "/d").action("z", "RUNNING", null);
    Observation a = of(tell(followed), "a");
    assertThat(a.uses().reads()).containsExactly(new DatasetPath("", "/d/in"));
    assertThat(a.uses().writes()).isEmpty();
    job.action("z", "OK", "a").action("a", "RUNNING", null);
    String body = copy("a", "/d/in", "/real", "end", "fail");
    job.started("a", "job_1", body.substring(body.indexOf("<map"), body.indexOf("<ok")));
    assertThat(of(tell(followed), "a").uses().writes())
        .containsExactly(new DatasetPath("", "/real"));
  }

  @Test
  void startedActionThatCannotBeReadIsTheOneOfTheDefinition() throws Exception {
    FollowedWorkflow followed = follow(CHAIN);
    for (String conf : new String[] {"<broken", "<java/>", "no xml", "<!DOCTYPE x><map-reduce/>"}) {
      job.action("a", "RUNNING", null).started("a", "x", conf);
      assertThat(of(followed.news(job.status()), "a").uses().reads())
          .containsExactly(new DatasetPath("", "/in"));
    }
  }

  @Test
  void whatIsNoWorkflowIsRefusedInOneLine() {
    assertThatThrownBy(() -> new FollowedWorkflow("1-W", "<x/>".getBytes()))
        .isInstanceOf(LineageException.class)
        .hasMessageContaining("1-W")
        .hasMessageNotContaining("\n");
  }
}
