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

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of LDM in the NameNode's web UI: as it is served, and as Chromium shows it. */
@Tag("integration")
class WebPageTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String CHAIN =
      """
      {"id": "chain", "name": "<b>nightly</b>", "jobs": [
        {"name": "make", "type": "map-reduce", "writes": ["/chain/a"]},
        {"name": "use", "type": "spark", "after": ["make"], "reads": ["/chain/a"]}]}
      """;

  private static LdmCluster cluster;
  private static String base;

  @TempDir private Path profile;

  @BeforeAll
  static void start() throws Exception {
    cluster = LdmCluster.start(builder -> builder);
    cluster.register(CHAIN);
    base =
        "http://"
            + NetUtils.getHostPortString(cluster.embedded().hdfs().getNameNode().getHttpAddress());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(base + path)).build(), BodyHandlers.ofString());
  }

  /** The document after its scripts have run and asked the NameNode. */
  private String shown(String path) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--user-data-dir=" + profile,
            "--virtual-time-budget=20000",
            "--dump-dom",
            base + path);
    Process browser =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String document = new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(browser.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return document;
  }

  private static String asMe() throws IOException {
    return "?user.name=" + UserGroupInformation.getCurrentUser().getShortUserName();
  }

  @Test
  void tiersAndWorkflowsAreShown() throws Exception {
    String document = shown("/ldm/ui/" + asMe());
    assertThat(document)
        .contains("placement on")
        .contains("<td>SSD</td>")
        .contains("<td>DISK</td>")
        .contains(">chain</button>");
  }

  @Test
  void textsOfOthersAreNoMarkup() throws Exception {
    assertThat(shown("/ldm/ui/" + asMe()))
        .contains("&lt;b&gt;nightly&lt;/b&gt;")
        .doesNotContain("<b>nightly</b>");
  }

  @Test
  void workflowNamedInTheAddressIsDrawn() throws Exception {
    String document = shown("/ldm/ui/" + asMe() + "#workflow=chain");
    assertThat(document)
        .contains("Graph of chain")
        .contains("aria-label=\"make, map-reduce\"")
        .contains("aria-label=\"use, spark\"")
        .contains("class=\"edge data\"");
  }

  @Test
  void pathNamedInTheAddressIsExplained() throws Exception {
    assertThat(shown("/ldm/ui/" + asMe() + "#path=/chain/a/part-0"))
        .contains("R = 1")
        .contains("A block written now");
  }

  @Test
  void pageSaysAsWhomAndAsOfWhen() throws Exception {
    assertThat(shown("/ldm/ui/?user.name=ann"))
        .containsPattern("<p id=\"asked\">as ann, at 20[0-9-]+ [0-9:.]+ UTC</p>");
    assertThat(shown("/ldm/ui/")).contains("as dr.who, at ", "?user.name=NAME");
  }

  @Test
  void datasetsShowTheirNextUseAndPlace() throws Exception {
    cluster.register(
        """
        {"id": "timed", "jobs": [
          {"name": "make", "writes": ["/timed/a"]},
          {"name": "use", "after": ["make"], "reads": ["/timed/a"], "start": "2031-03-29T01:00:00Z"}]}
        """);
    assertThat(shown("/ldm/ui/" + asMe() + "#workflow=timed"))
        .contains("<td>2031-03-29 01:00 UTC</td>")
        .contains("<td>1 SSD, 2 DISK</td>");
    cluster.client().withdraw("timed");
  }

  @Test
  void decisionsAreShownWithTheirReasons() throws Exception {
    cluster.write("/chain/a/decided", 1);
    assertThat(shown("/ldm/ui/" + asMe()))
        .contains(">/chain/a/decided</button>")
        .containsPattern(">R = 1 .* give a claim of ");
  }

  @Test
  void longTablesHaveAFilter() throws Exception {
    for (int i = 0; i < 10; i++) {
      cluster.register("{\"id\": \"many%d\", \"jobs\": [{\"name\": \"j\"}]}".formatted(i));
    }
    assertThat(shown("/ldm/ui/" + asMe()))
        .contains("<p class=\"filter\" id=\"workflow-filter-line\">", "11 rows");
    for (int i = 0; i < 10; i++) {
      cluster.client().withdraw("many" + i);
    }
    assertThat(shown("/ldm/ui/" + asMe()))
        .contains("<p class=\"filter\" id=\"workflow-filter-line\" hidden=\"\">");
  }

  @Test
  void plansAreListed() throws Exception {
    String id = cluster.client().plan().path("id").asText();
    assertThat(shown("/ldm/ui/" + asMe())).contains(">" + id + "</button>").contains("PLANNED");
  }

  @Test
  void strangerSeesNoWorkflowOfOthers() throws Exception {
    assertThat(shown("/ldm/ui/?user.name=ann"))
        .contains("placement on")
        .doesNotContain(">chain</button>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ldm/ui/", "/ldm/ui/ldm.js", "/ldm/ui/ldm.css", "/ldm/ui/page.css"})
  void nothingFromOutsideIsAllowed(String path) throws Exception {
    HttpResponse<String> page = get(path);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'");
    assertThat(page.body())
        .doesNotContain("https://", "innerHTML", "url(")
        .doesNotContainPattern("(src|href)=.http");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ldm/ui/index.html", "/ldm/ui/..%2f..%2fcore-default.xml", "/ldm/ui/x"})
  void onlyThePagesFilesAreServed(String path) throws Exception {
    assertThat(get(path).statusCode()).isBetween(400, 404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ldm", "/ldm/"})
  void shortAddressLeadsToThePage(String path) throws Exception {
    HttpResponse<String> answer = get(path + "?user.name=ann");
    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(answer.headers().firstValue("Location").orElseThrow())
        .endsWith("/ldm/ui/?user.name=ann");
  }

  @Test
  void addressWithoutItsSlashLeadsToThePage() throws Exception {
    HttpResponse<String> answer = get("/ldm/ui?user.name=ann");
    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(answer.headers().firstValue("Location").orElseThrow())
        .endsWith("/ldm/ui/?user.name=ann");
  }
}
