/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.client.admin.LdmAdmin;
import io.tierline.ldm.namenode.access.Authority;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.testing.RunEvents;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Every resource of the REST, asked by an administrator, by the owner of what it is about, by a
 * stranger and by somebody without a name: what each may, and that none is told of what he could
 * not list.
 */
@Tag("integration")
class AccessTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String ADMIN = "boss";
  private static final String OWNER = "ann";
  private static final String STRANGER = "bob";
  private static final String NOBODY = "";
  private static final String[] CALLERS = {ADMIN, OWNER, STRANGER, NOBODY};

  private static MigratingCluster cluster;
  private static String base;
  private static String plan;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        MigratingCluster.start(
            "plan",
            conf -> {
              StoredConfiguration.configure(conf);
              conf.set(ServiceKeys.ADMINS.key(), ADMIN);
              conf.set(MigrationKeys.INTERVAL.key(), "1h");
            });
    base =
        "http://localhost:"
            + cluster.embedded().hdfs().getNameNode().getHttpAddress().getPort()
            + "/ldm/";
    cluster.write("/user/ann/data/part-0", 1);
    cluster.write("/public/part-0", 1);
    cluster.write("/drop/obscured", 1);
    permit("/user/ann", OWNER, 0700);
    permit("/user/ann/data", OWNER, 0755);
    permit("/drop", "root", 0733);
    expect(201, send("POST", "v1/workflows", OWNER, chain("hers", "/user/ann/data")));
    expect(201, send("POST", "v1/workflows", ADMIN, chain("everybodys", "/public")));
    expect(201, send("POST", "v1/workflows", ADMIN, chain("dropped", "/drop")));
    String live = RunEvents.told(OWNER, event("/user/ann/live"));
    expect(201, send("POST", "v1/observations", OWNER, live));
    expect(201, send("POST", "v1/workflows", OWNER, chain("stated", "/user/ann/stated")));
    expect(
        201,
        send(
            "POST",
            "v1/applications",
            OWNER,
            application("\"reads\": [\"/user/ann/z\"], \"writes\": [\"/user/ann/stated\"]")));
    HttpResponse<String> made = send("POST", "v1/plans", ADMIN, "{}");
    expect(201, made);
    plan = made.body().replaceFirst("(?s).*?\"id\":\"([^\"]+)\".*", "$1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void permit(String path, String owner, int mode) throws Exception {
    cluster.ldm().fileSystem().setOwner(new Path(path), owner, owner);
    cluster.ldm().fileSystem().setPermission(new Path(path), new FsPermission((short) mode));
  }

  private static void expect(int status, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
  }

  private static HttpResponse<String> send(
      String method, String resource, String caller, String body, String... headers)
      throws Exception {
    String separator = resource.contains("?") ? "&" : "?";
    String name = caller.isEmpty() ? "" : separator + "user.name=" + caller;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + resource + name))
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  private static String chain(String id, String path) {
    return """
        {"id": "%s", "jobs": [{"name": "make", "writes": ["%s"]},
          {"name": "use", "after": ["make"], "reads": ["%s"]}]}
        """
        .formatted(id, path, path);
  }

  private static String reader(String id, String path) {
    return "{\"id\": \"%s\", \"jobs\": [{\"name\": \"use\", \"reads\": [\"%s\"]}]}"
        .formatted(id, path);
  }

  private static String event(String output) throws Exception {
    return """
        {"eventType": "START", "eventTime": "2026-11-21T10:00:00Z", "producer": "test",
         "run": {"runId": "r1"}, "job": {"namespace": "etl", "name": "j"}, "inputs": [],
         "outputs": [{"namespace": "%s", "name": "%s"}]}
        """
        .formatted(cluster.ldm().fileSystem().getUri(), output);
  }

  private static String application(String uses) {
    return """
        {"application": "application_1_0001", "user": "ann", "queue": "q", "name": "job",
         "state": "RUNNING", %s}
        """
        .formatted(uses);
  }

  @ParameterizedTest
  @CsvSource({
    "v1/workflows,              200, 200, 200, 200, hers",
    "v1/workflows/hers,         200, 200, 404, 404, hers",
    "v1/workflows/none,         404, 404, 404, 404, ''",
    "v1/explain?path=/user/ann/data/part-0, 200, 200, 403, 403, /user/ann/data",
    "v1/explain?path=/user/ann/data,        200, 200, 403, 403, /user/ann/data",
    "v1/explain?path=/user/ann/none,        200, 200, 403, 403, managed",
    "v1/explain?path=/public/part-0,        200, 200, 200, 200, ''",
    "v1/explain?path=/public/../user/ann/data, 400, 400, 400, 400, ''",
    "v1/conflicts,              200, 200, 200, 200, stated",
    "v1/status,                 200, 200, 200, 200, ''",
    "v1/decisions,              200, 200, 200, 200, ''",
    "v1/plans,                  200, 200, 200, 200, ''",
    "v1/plans/PLAN,             200, 200, 200, 200, /user/ann/data/part-0",
    "v1/plans/none,             404, 404, 404, 404, ''",
    "v1/reconfigure,            405, 405, 405, 405, ''",
    "v1/devices,                200, 200, 200, 200, ''",
    "v1/whatif,                 405, 405, 405, 405, ''",
    "v1/nothing,                404, 404, 404, 404, ''",
    "ui/,                       200, 200, 200, 200, ''",
    "ui/ldm.js,                 200, 200, 200, 200, ''"
  })
  void nobodyReadsOfWhatHeCouldNotList(
      String resource, int admin, int owner, int stranger, int nobody, String secret)
      throws Exception {
    int[] expected = {admin, owner, stranger, nobody};
    for (int i = 0; i < CALLERS.length; i++) {
      var answer = send("GET", resource.replace("PLAN", plan), CALLERS[i], null);
      assertThat(answer.statusCode())
          .as("%s: %s", CALLERS[i], answer.body())
          .isEqualTo(expected[i]);
      if (i < 2) {
        assertThat(answer.body()).as(CALLERS[i]).contains(secret);
      } else if (expected[i] == 200) {
        assertThat(answer.body()).as(CALLERS[i]).doesNotContain("/user/ann", "hers", "obscured");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "POST,   v1/workflows,                      WRITER,      201, 201, 403, 403",
    "POST,   v1/workflows,                      PATTERN,     201, 201, 403, 403",
    "PUT,    v1/workflows/NEW/finished/use,     '',          200, 200, 404, 404",
    "DELETE, v1/workflows/NEW,                  '',          200, 200, 404, 404",
    "POST,   v1/lineage,                        EVENT,       410, 410, 410, 410",
    "POST,   v1/applications,                   APPLICATION, 201, 201, 403, 403",
    "POST,   v1/observations,                   REPORT,      201, 201, 403, 403",
    "POST,   v1/plans,                          {},          201, 403, 403, 403",
    "POST,   v1/plans/PLAN/apply,               {},          200, 403, 403, 403",
    "POST,   v1/plans/PLAN/pause,               {},            0, 403, 403, 403",
    "POST,   v1/plans/PLAN/resume,              {},            0, 403, 403, 403",
    "POST,   v1/plans/PLAN/undo,                {},            0, 403, 403, 403",
    "POST,   v1/reconfigure,                    {},          200, 403, 403, 403",
    "POST,   v1/whatif,                         WRITER,      200, 200, 403, 403",
    "POST,   v1/devices,                        {},          400, 403, 403, 403"
  })
  void nobodyChangesWhatIsNotHis(
      String method, String resource, String body, int admin, int owner, int stranger, int nobody)
      throws Exception {
    int[] expected = {admin, owner, stranger, nobody};
    // Those who may not come first, since whoever may changes what there is.
    for (int i = CALLERS.length - 1; i >= 0; i--) {
      String id = "new" + i;
      if (resource.contains("NEW")) {
        send("POST", "v1/workflows", OWNER, chain(id, "/user/ann/" + id));
      }
      String sent =
          switch (body) {
            case "WRITER" -> chain("written" + i, "/user/ann/written" + i);
            case "PATTERN" -> reader("pattern" + i, "/user/ann/d*");
            case "EVENT" -> event("/user/ann/event" + i);
            case "REPORT" -> report("ann", "\"seen\":[" + seen("/user/ann/report" + i) + "]");
            case "APPLICATION" -> application("\"writes\": [\"/user/ann/app\"]");
            default -> body;
          };
      String at = resource.replace("PLAN", plan).replace("NEW", id);
      var answer = send(method, at, CALLERS[i], sent);
      if (expected[i] == 0) {
        // Whether a plan can still be paused depends on how far it is.
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 409);
      } else {
        assertThat(answer.statusCode())
            .as("%s: %s", CALLERS[i], answer.body())
            .isEqualTo(expected[i]);
      }
    }
    for (int i = 0; i < CALLERS.length; i++) {
      for (String id : new String[] {"written", "pattern", "new"}) {
        send("DELETE", "v1/workflows/" + id + i, ADMIN, null);
      }
    }
  }

  private static String report(String user, String what) {
    return "{\"version\":1,\"reports\":[{\"source\":\"oozie\",\"user\":\"%s\",%s}]}"
        .formatted(user, what);
  }

  /** The same run and workflow, whoever tells of it; no registered job reads just that. */
  private static String seen(String reads) {
    return ("{\"run\":\"told\",\"workflow\":\"told-W\",\"workflowName\":\"told\",\"job\":\"use\","
            + "\"application\":\"told/use\",\"state\":\"RUNNING\",\"reads\":[\"%s\",\"/user/ann/more\"],"
            + "\"followers\":[\"next\"]}")
        .formatted(reads);
  }

  private static int toldReaders() throws Exception {
    String explained = send("GET", "v1/explain?path=/user/ann/data", ADMIN, null).body();
    return explained.split("told-W", -1).length - 1;
  }

  @Test
  void reportCountsForWhatItsUserMayUseAndForHisJobsAlone() throws Exception {
    String told = "\"seen\":[" + seen("/user/ann/data") + "]";
    expect(201, send("POST", "v1/observations", STRANGER, report("bob", told)));
    assertThat(toldReaders()).as("a reader that may not read").isZero();
    expect(201, send("POST", "v1/observations", OWNER, report("ann", told)));
    int readers = toldReaders();
    assertThat(readers).isPositive();
    String ended = "\"ended\":[\"told-W\"],\"gone\":[\"told-W\"],\"noJobs\":[\"told\"]";
    String over = told.replace("RUNNING", "SUCCEEDED") + "," + ended;
    expect(201, send("POST", "v1/observations", STRANGER, report("bob", over)));
    assertThat(toldReaders()).as("another's word").isEqualTo(readers);
    expect(201, send("POST", "v1/observations", OWNER, report("ann", over)));
    assertThat(toldReaders()).isLessThan(readers);
  }

  @Test
  void reportThatIsNoneIsTurnedAwayInOneLine() throws Exception {
    var refused = send("POST", "v1/observations", ADMIN, "{\"version\":2,\"reports\":[]}");
    expect(400, refused);
    assertThat(refused.body()).contains("this NameNode reads 1");
    String both = report("ann", "\"ended\":[\"x\"]").replace("[{", "[{\"source\":\"oozie\"},{");
    var one = send("POST", "v1/observations", ADMIN, both);
    expect(201, one);
    assertThat(one.body()).contains("\"accepted\":1", "\"index\":0", "\"term\":\"");
    assertThat(send("POST", "v1/observations", ADMIN, both).body()).isEqualTo(one.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/user", "/user/*", "/user/{ann,bob}", "/"})
  void readerOfWhatHoldsOthersDataHasToBeAbleToReadIt(String path) throws Exception {
    String above = reader("above", path);
    HttpResponse<String> refused = send("POST", "v1/workflows", STRANGER, above);
    expect(403, refused);
    assertThat(refused.body()).contains("bob").doesNotContain("ann/data", "everybodys");
    expect(201, send("POST", "v1/workflows", OWNER, reader("hersToo", "/user/ann")));
    expect(201, send("POST", "v1/workflows", STRANGER, reader("open", "/pub*")));
    for (String id : new String[] {"hersToo", "open"}) {
      expect(200, send("DELETE", "v1/workflows/" + id, ADMIN, null));
    }
  }

  @Test
  void directoryThatMayOnlyBeWrittenIsNotExplained() throws Exception {
    expect(403, send("GET", "v1/explain?path=/drop", STRANGER, null));
    expect(403, send("GET", "v1/explain?path=/drop/none", STRANGER, null));
    assertThat(send("GET", "v1/plans/" + plan, ADMIN, null).body()).contains("/drop/obscured");
    assertThat(send("GET", "v1/plans/" + plan, STRANGER, null).body()).doesNotContain("/drop");
  }

  @Test
  void snapshotTakenWhileTheDirectoryWasOpenTellsNothingOfIt() throws Exception {
    Path directory = new Path("/snapped");
    cluster.write("/snapped/part-0", 1);
    cluster.ldm().fileSystem().allowSnapshot(directory);
    cluster.ldm().fileSystem().createSnapshot(directory, "s1");
    permit("/snapped", OWNER, 0700);
    expect(201, send("POST", "v1/workflows", OWNER, chain("snapped", "/snapped")));
    String snapshot = "/snapped/.snapshot/s1";
    expect(403, send("GET", "v1/explain?path=" + snapshot + "/part-0", STRANGER, null));
    expect(403, send("POST", "v1/workflows", STRANGER, reader("snap", snapshot)));
    expect(403, send("POST", "v1/whatif", STRANGER, reader("snap", snapshot)));
    assertThat(send("GET", "v1/explain?path=" + snapshot, OWNER, null).body())
        .contains("snapped/use");
    expect(200, send("DELETE", "v1/workflows/snapped", OWNER, null));
  }

  @Test
  void pathOverASymbolicLinkIsRefusedInOneLine() throws Exception {
    FileSystem.enableSymlinks();
    Path link = new Path("/link");
    cluster.ldm().fileSystem().createSymlink(new Path("/public"), link, false);
    HttpResponse<String> refused = send("GET", "v1/explain?path=/link/part-0", STRANGER, null);
    expect(400, refused);
    assertThat(refused.body()).contains("symbolic link, to /public/part-0: name that");
    expect(400, send("POST", "v1/workflows", STRANGER, reader("linked", "/link")));
    cluster.ldm().fileSystem().delete(link, false);
  }

  @Test
  void decisionsBelowAreToldOfWhereTheyCanBeListed() throws Exception {
    cluster.ldm().register(chain("mixed", "/mixed"));
    cluster.write("/mixed/closed/covert", 1);
    cluster.write("/mixed/overt", 1);
    permit("/mixed/closed", OWNER, 0700);
    assertThat(send("GET", "v1/explain?path=/mixed", ADMIN, null).body())
        .contains("overt", "covert");
    assertThat(send("GET", "v1/explain?path=/mixed", STRANGER, null).body())
        .contains("/mixed/overt")
        .doesNotContain("covert");
    assertThat(send("GET", "v1/decisions", ADMIN, null).body()).contains("overt", "covert", "why");
    assertThat(send("GET", "v1/decisions", STRANGER, null).body())
        .contains("/mixed/overt")
        .doesNotContain("covert", "mixed/use");
    cluster.ldm().client().withdraw("mixed");
  }

  @Test
  void whatIfOfAPlanTellsOnlyOfWhatTheCallerCouldList() throws Exception {
    String asked = "{\"plan\": \"" + plan + "\"}";
    assertThat(send("POST", "v1/whatif", ADMIN, asked).body()).contains("hers/use");
    HttpResponse<String> told = send("POST", "v1/whatif", STRANGER, asked);
    expect(200, told);
    assertThat(told.body())
        .contains(Authority.OTHERS_JOB)
        .doesNotContain("/user/ann", "hers", "everybodys");
  }

  @Test
  void othersJobsCountAndAreNotNamed() throws Exception {
    assertThat(send("GET", "v1/explain?path=/public/part-0", ADMIN, null).body())
        .contains("everybodys/use");
    assertThat(send("GET", "v1/explain?path=/public/part-0", STRANGER, null).body())
        .contains("R = 1", Authority.OTHERS_JOB)
        .doesNotContain("everybodys");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Mozilla/5.0 (X11; Linux x86_64)", "Opera/9.80"})
  void browserMustSendTheHeaderWithChanges(String browser) throws Exception {
    String[] without = {"User-Agent", browser};
    String[] with = {"User-Agent", browser, "X-XSRF-HEADER", "any"};
    String body = chain("browsers", "/user/ann/browsers");
    expect(400, send("POST", "v1/workflows", OWNER, body, without));
    expect(201, send("POST", "v1/workflows", OWNER, body, with));
    expect(400, send("PUT", "v1/workflows/browsers/finished/use", OWNER, null, without));
    expect(400, send("DELETE", "v1/workflows/browsers", OWNER, null, without));
    expect(200, send("GET", "v1/workflows/browsers", OWNER, null, without));
    expect(400, send("POST", "v1/plans", ADMIN, "{}", without));
    expect(400, send("POST", "v1/lineage", OWNER, event("/user/ann/x"), without));
    expect(400, send("POST", "v1/reconfigure", ADMIN, "{}", without));
    expect(200, send("DELETE", "v1/workflows/browsers", OWNER, null, with));
  }

  @Test
  void pageIsToldTheHeaderThatItSends() throws Exception {
    assertThat(send("GET", "ui/", STRANGER, null).body())
        .contains("<meta name=\"csrf-header\" content=\"X-XSRF-HEADER\">");
    assertThat(send("GET", "ui/ldm.js", STRANGER, null).body()).contains("csrf-header");
  }

  @Test
  void userWithoutASensibleNameIsRefusedInOneLine() throws Exception {
    expect(403, send("GET", "v1/workflows?user.name=a/b/c@d@e", NOBODY, null));
  }

  @Test
  void controlCharactersReachNoLogAndNoTerminal() throws Exception {
    // A pattern, below a directory of hers that no list protects.
    String evil = "/user/ann/evil/x\n2026-01-01 ERROR all is lost\u001b[2J\u009b1m\u202e\ty";
    String json = new ObjectMapper().writeValueAsString(evil);
    String inJson = json.substring(1, json.length() - 1);
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger("io.tierline"));
    GenericTestUtils.setLogLevel(LoggerFactory.getLogger("io.tierline.ldm.audit"), Level.INFO);
    LogCapturer audit = LogCapturer.captureLogs(LoggerFactory.getLogger("io.tierline.ldm.audit"));
    String told;
    try {
      expect(201, send("POST", "v1/workflows", OWNER, chain("evil", inJson)));
      String reads = "\"reads\": [\"/user/ann/z\"], \"writes\": [\"" + inJson + "\"]";
      expect(201, send("POST", "v1/applications", OWNER, application(reads)));
      String query = URLEncoder.encode(evil, StandardCharsets.UTF_8);
      expect(403, send("GET", "v1/explain?path=" + query, STRANGER, null));
      told =
          command("-list", "evil")
              + command("-explain", evil)
              + command("-conflicts")
              + command("-list", "evil", "-json")
              + command("-withdraw", "no\u009bne");
    } finally {
      log.stopCapturing();
      audit.stopCapturing();
    }
    assertThat(told).contains("lost\\u001b");
    assertThat(log.getOutput()).contains("disagree").contains("\\u000a2026-01-01");
    assertThat(audit.getOutput()).contains("\\u000a2026-01-01");
    for (String shown : new String[] {told, log.getOutput(), audit.getOutput()}) {
      assertThat(shown.lines())
          .noneMatch(line -> line.startsWith("2026-01-01 ERROR"))
          .noneMatch(
              line -> line.replace("\t", "").matches("(?s).*[\\p{Cntrl}\u0080-\u009f\u202e].*"));
    }
    expect(200, send("DELETE", "v1/workflows/evil", OWNER, null));
  }

  private static String command(String... arguments) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream to = new PrintStream(printed, true, StandardCharsets.UTF_8);
    ToolRunner.run(cluster.embedded().configuration(), new LdmAdmin(to, to), arguments);
    return printed.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/user/ann/a:b", "/user/ann/a:b/c*", "hdfs:///user/ann/a:b"})
  void pathThatHdfsDoesNotTakeIsRefused(String path) throws Exception {
    for (String caller : new String[] {ADMIN, OWNER}) {
      HttpResponse<String> refused = send("POST", "v1/workflows", caller, chain("odd", path));
      expect(400, refused);
      assertThat(refused.body()).contains("takes no such path");
      expect(400, send("POST", "v1/whatif", caller, chain("odd", path)));
    }
  }

  @Test
  void jobsOfWorkflowsThatHaveLeftAreNotNamed() throws Exception {
    expect(201, send("POST", "v1/workflows", ADMIN, chain("gone", "/went")));
    cluster.write("/went/part-0", 1);
    expect(200, send("DELETE", "v1/workflows/gone", ADMIN, null));
    assertThat(send("GET", "v1/decisions", ADMIN, null).body()).contains("/went", "gone/use");
    assertThat(send("GET", "v1/decisions", STRANGER, null).body())
        .contains("/went")
        .doesNotContain("gone/use");
  }
}
