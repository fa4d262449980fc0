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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.ServiceKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The REST of the NameNode: what it takes, what it refuses and whom it believes. */
@Tag("integration")
class RestTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String CHAIN =
      """
      {"id": "chain", "jobs": [
        {"name": "make", "writes": ["/chain/a"]},
        {"name": "use", "after": ["make"], "reads": ["/chain/a"], "writes": ["/chain/b"]}]}
      """;

  private static LdmCluster cluster;
  private static String superuser;
  private static String base;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LdmCluster.start(
            b ->
                b.configure(c -> c.set(ServiceKeys.ADMINS.key(), "boss"))
                    .configure(c -> c.set(LineageKeys.FILE_SYSTEM_OTHERS.key(), "hdfs://elsewhere"))
                    .configure(c -> c.set(LineageKeys.FILE_SYSTEM_NAMES.key(), "hdfs://ns-fed")));
    superuser = UserGroupInformation.getCurrentUser().getShortUserName();
    base =
        "http://"
            + NetUtils.getHostPortString(cluster.embedded().hdfs().getNameNode().getHttpAddress())
            + "/ldm/v1/";
    cluster.fileSystem().mkdirs(new Path("/user/ann"));
    cluster.fileSystem().setOwner(new Path("/user/ann"), "ann", "staff");
    cluster.fileSystem().setPermission(new Path("/user/ann"), new FsPermission((short) 0700));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void withdrawAll() throws Exception {
    for (JsonNode workflow : cluster.client().list().get("workflows")) {
      cluster.client().withdraw(workflow.get("id").asText());
    }
  }

  private record Answer(int status, JsonNode body) {
    String message() {
      return body.path("RemoteException").path("message").asText();
    }
  }

  private static Answer send(String method, String resource, String user, String body)
      throws Exception {
    return send(method, resource, user, body, "application/json");
  }

  private static Answer send(
      String method, String resource, String user, String body, String contentType)
      throws Exception {
    String separator = resource.contains("?") ? "&" : "?";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + resource + separator + "user.name=" + user))
            .header("Content-Type", contentType)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    HttpResponse<byte[]> response = HTTP.send(request, BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), MAPPER.readTree(response.body()));
  }

  @Test
  void registrationIsIdempotentAndListed() throws Exception {
    assertThat(send("POST", "workflows", superuser, CHAIN).status()).isEqualTo(201);
    assertThat(send("POST", "workflows", superuser, CHAIN).status()).isEqualTo(200);
    JsonNode listed = send("GET", "workflows", superuser, null).body().get("workflows");
    assertThat(listed).hasSize(1);
    assertThat(listed.get(0).get("id").asText()).isEqualTo("chain");
    assertThat(listed.get(0).get("owner").asText()).isEqualTo(superuser);
    JsonNode one = send("GET", "workflows/chain", superuser, null).body();
    assertThat(one.get("datasets").get(0).get("reusability").asInt()).isEqualTo(1);
    assertThat(one.get("lineage").get("jobs")).hasSize(2);
  }

  @Test
  void explanationTellsDatasetReusabilityQuotientAndTiers() throws Exception {
    send("POST", "workflows", superuser, CHAIN);
    cluster.write("/chain/a/part-0", 1);
    JsonNode body = send("GET", "explain?path=/chain/a/part-0", superuser, null).body();
    assertThat(body.get("managed").asBoolean()).isTrue();
    assertThat(body.at("/dataset/reusability").asInt()).isEqualTo(1);
    assertThat(body.at("/dataset/lineageQuotient").asDouble()).isEqualTo(0.5);
    assertThat(body.at("/plan/0/medium").asText()).isEqualTo("SSD");
    assertThat(body.at("/plan/1/medium").asText()).isEqualTo("DISK");
    assertThat(body.at("/why").asText()).contains("R = 1").contains("chain/use");
    assertThat(body.at("/blocks/0/storages")).hasSize(3);
    assertThat(body.at("/decisions/0/path").asText()).isEqualTo("/chain/a/part-0");
    String decided = body.at("/decisions/0/why").asText();
    assertThat(decided).contains("R = 1").contains("chain/use");
    Instant at = Instant.parse(body.at("/decisions/0/at").asText());
    assertThat(body.at("/blocks/0/storages/0").asText()).matches("(SSD|DISK) \\S*[a-z]\\S*:\\d+");

    send("PUT", "workflows/chain/finished/use", superuser, null);
    body = send("GET", "explain?path=/chain/a/part-0", superuser, null).body();
    assertThat(body.at("/why").asText()).contains("R = 0");
    assertThat(Instant.parse(body.at("/at").asText())).isAfterOrEqualTo(at);
    assertThat(body.at("/decisions/0/why").asText()).isEqualTo(decided);
    assertThat(body.at("/decisions/0/at").asText()).isEqualTo(at.toString());
    JsonNode unread = send("GET", "explain?path=/chain/b/x", superuser, null).body();
    assertThat(unread.get("why").asText()).contains("R = 0");
    JsonNode unmanaged = send("GET", "explain?path=/else", superuser, null).body();
    assertThat(unmanaged.get("managed").asBoolean()).isFalse();
    cluster.fileSystem().delete(new Path("/chain"), true);
  }

  @Test
  void finishedReadersNoLongerCount() throws Exception {
    send("POST", "workflows", superuser, CHAIN);
    assertThat(send("PUT", "workflows/chain/finished/use", superuser, null).status())
        .isEqualTo(200);
    JsonNode body = send("GET", "explain?path=/chain/a/x", superuser, null).body();
    assertThat(body.at("/dataset/reusability").asInt()).isZero();
    assertThat(send("PUT", "workflows/chain/finished/nobody", superuser, null).status())
        .isEqualTo(404);
  }

  @Test
  void othersMayRegisterWhatTheyCanWriteAndSeeOnlyTheirOwn() throws Exception {
    String anns = CHAIN.replace("/chain", "/user/ann/chain");
    assertThat(send("POST", "workflows", "ann", CHAIN).status()).isEqualTo(403);
    assertThat(send("POST", "workflows", "bob", anns).status()).isEqualTo(403);
    assertThat(send("POST", "workflows", "ann", anns).status()).isEqualTo(201);
    assertThat(send("GET", "workflows", "bob", null).body().get("workflows")).isEmpty();
    assertThat(send("GET", "workflows/chain", "bob", null).status()).isEqualTo(404);
    assertThat(send("DELETE", "workflows/chain", "bob", null).status()).isEqualTo(404);
    assertThat(send("PUT", "workflows/chain/finished/use", "bob", null).status()).isEqualTo(404);
    assertThat(send("GET", "explain?path=/user/ann/chain/a", "bob", null).status()).isEqualTo(403);
    assertThat(send("GET", "explain?path=/user/ann/chain/a", "ann", null).status()).isEqualTo(200);
    assertThat(send("POST", "workflows", "boss", anns).status()).as("his own").isEqualTo(201);
    assertThat(send("DELETE", "workflows/chain", "boss", null).status()).isEqualTo(200);
    assertThat(send("GET", "workflows/chain", "ann", null).status()).isEqualTo(200);
    assertThat(send("DELETE", "workflows/chain", "boss", null).status()).isEqualTo(200);
    assertThat(send("GET", "workflows/chain", "ann", null).status()).isEqualTo(404);
  }

  @Test
  void inputsOfOthersMustBeReadable() throws Exception {
    cluster.write("/user/ann/secret", 1);
    String reads =
        """
        {"id": "spy", "jobs": [{"name": "j", "reads": ["/user/ann/secret"],
          "writes": ["/tmp/spy"]}]}
        """;
    cluster.fileSystem().mkdirs(new Path("/tmp"));
    cluster.fileSystem().setPermission(new Path("/tmp"), new FsPermission((short) 0777));
    assertThat(send("POST", "workflows", "bob", reads).status()).isEqualTo(403);
  }

  @Test
  void badRequestsAreRefusedInOneLine() throws Exception {
    assertRefused(400, "not a lineage document", "{");
    assertRefused(400, "not a lineage document", "[".repeat(100_000));
    assertRefused(400, "jobs", "{\"id\": \"x\"}");
    assertRefused(400, "two jobs named 'a'", jobs("{\"name\":\"a\"},{\"name\":\"a\"}"));
    assertRefused(400, "unknown job 'z'", jobs("{\"name\":\"a\",\"after\":[\"z\"]}"));
    assertRefused(400, "not an absolute path", jobs("{\"name\":\"a\",\"reads\":[\"rel\"]}"));
    assertRefused(
        409,
        "circle: x/a -> x/b -> x/a",
        jobs("{\"name\":\"a\",\"after\":[\"b\"]},{\"name\":\"b\",\"after\":[\"a\"]}"));
    assertRefused(
        409,
        "two writers: 'a' (x) and 'b' (x)",
        jobs("{\"name\":\"a\",\"writes\":[\"/w\"]},{\"name\":\"b\",\"writes\":[\"/w\"]}"));
    assertRefused(413, "bytes are read", " ".repeat((4 << 20) + 1));
    assertThat(send("POST", "workflows", superuser, CHAIN, "text/plain").status()).isEqualTo(415);
    assertThat(send("GET", "workflows/none", superuser, null).status()).isEqualTo(404);
    assertThat(send("DELETE", "workflows/none", superuser, null).status()).isEqualTo(404);
    assertThat(send("GET", "nothing/here", superuser, null).status()).isEqualTo(404);
    assertThat(send("GET", "explain?path=relative", superuser, null).status()).isEqualTo(400);
    assertThat(send("PUT", "workflows", superuser, CHAIN).status()).isEqualTo(405);
    assertThat(send("GET", "workflows", superuser, null).body().get("workflows")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "POST, status, 405, GET",
    "DELETE, status, 405, GET",
    "POST, explain?path=/a, 405, GET",
    "PUT, decisions, 405, GET",
    "GET, lineage, 405, POST",
    "PUT, devices, 405, 'GET, POST'",
    "DELETE, workflows, 405, 'GET, POST'",
    "PUT, workflows/a, 405, 'GET, DELETE'",
    "POST, workflows/a/finished/b, 405, PUT",
    "DELETE, plans/a, 405, GET",
    "GET, status/x, 404, ''",
    "GET, explain/x?path=/a, 404, ''",
    "GET, workflows/a/b, 404, ''",
    "PUT, workflows/a/ended/b, 404, ''",
    "GET, plans/a/b/c, 404, ''",
    "GET, explain?path=/.reserved/.inodes/99999999, 404, ''"
  })
  void whatIsNotServedSaysWhatIs(String method, String resource, int status, String allowed)
      throws Exception {
    HttpResponse<String> answer = raw(method, resource, new byte[0], "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Allow").orElse("")).isEqualTo(allowed);
    assertThat(MAPPER.readTree(answer.body()).at("/RemoteException/message").asText())
        .isNotEmpty()
        .doesNotContain("\n");
  }

  @Test
  void headIsAnsweredAsGetWithoutItsBody() throws Exception {
    HttpResponse<String> answer = raw("HEAD", "status", new byte[0], "");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void packedBodiesAreUnpackedWithinTheLimit() throws Exception {
    assertThat(raw("POST", "workflows", gzip(CHAIN), "gzip").statusCode()).isEqualTo(201);
    byte[] tooMuch = gzip(" ".repeat(5 << 20));
    assertThat(raw("POST", "workflows", tooMuch, "gzip").statusCode()).isEqualTo(413);
    byte[] plain = CHAIN.getBytes(StandardCharsets.UTF_8);
    assertThat(raw("POST", "workflows", plain, "gzip").statusCode()).isEqualTo(400);
    assertThat(raw("POST", "workflows", plain, "br").statusCode()).isEqualTo(415);
    assertThat(raw("POST", "workflows", plain, "identity").statusCode()).isEqualTo(200);
    byte[] latin = CHAIN.replace("/chain", "/ch\u00e4in").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(raw("POST", "workflows", latin, "identity").body()).contains("not UTF-8");
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return packed.toByteArray();
  }

  private static HttpResponse<String> raw(
      String method, String resource, byte[] body, String encoding) throws Exception {
    String separator = resource.contains("?") ? "&" : "?";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + resource + separator + "user.name=" + superuser))
            .header("Content-Type", "application/json; charset=utf-8")
            .method(method, BodyPublishers.ofByteArray(body));
    if (!encoding.isEmpty()) {
      request.header("Content-Encoding", encoding);
    }
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  private static String jobs(String jobs) {
    return "{\"id\":\"x\",\"jobs\":[" + jobs + "]}";
  }

  private static void assertRefused(int status, String reason, String body) throws Exception {
    Answer answer = send("POST", "workflows", superuser, body);
    assertThat(answer.status()).as(answer.message()).isEqualTo(status);
    assertThat(answer.message()).contains(reason).doesNotContain("\n");
  }

  @Test
  void pathsOfThisClusterAreManagedAndThoseOfOthersAreNot() throws Exception {
    String own = cluster.fileSystem().getUri().toString();
    String body =
        """
        {"id": "far", "jobs": [
          {"name": "a", "writes": ["%s/near", "hdfs://elsewhere:8020/far", "s3a://bucket/far"]},
          {"name": "b", "reads": ["/near", "hdfs://elsewhere:8020/far", "s3a://bucket/far"]}]}
        """
            .formatted(own);
    assertThat(send("POST", "workflows", superuser, body).status()).isEqualTo(201);
    assertThat(managed("/near/x")).isTrue();
    assertThat(managed("/far/x")).isFalse();
    String router =
        """
        {"id": "routed", "jobs": [{"name": "a", "writes": ["hdfs://NAME/routed"]},
          {"name": "b", "reads": ["/routed"]}]}
        """;
    String unknown = router.replace("NAME", "router7:8888");
    assertRefused(400, "hdfs://router7:8888 is not known", unknown);
    String known = router.replace("NAME", "ns-fed");
    assertThat(send("POST", "workflows", superuser, known).status()).isEqualTo(201);
    assertThat(managed("/routed/x")).isTrue();
  }

  @Test
  void awkwardPathsAreFoundAgain() throws Exception {
    String path = "/odd/a&b <c> 'd' é";
    String body =
        "{\"id\":\"odd\",\"jobs\":[{\"name\":\"j\",\"writes\":["
            + MAPPER.writeValueAsString(path)
            + "]}]}";
    assertThat(send("POST", "workflows", superuser, body).status()).isEqualTo(201);
    assertThat(managed(URLEncoder.encode(path + "/f", StandardCharsets.UTF_8))).isTrue();
  }

  private static boolean managed(String path) throws Exception {
    return send("GET", "explain?path=" + path, superuser, null).body().get("managed").asBoolean();
  }

  @Test
  void countersAreInTheNameNodesJmx() throws Exception {
    String jmx = base.replace("/ldm/v1/", "/jmx");
    String query = "?qry=Hadoop:service=NameNode,name=" + LdmMetrics.SOURCE + "*";
    HttpRequest request = HttpRequest.newBuilder(URI.create(jmx + query)).build();
    JsonNode beans =
        MAPPER.readTree(HTTP.send(request, BodyHandlers.ofString()).body()).get("beans");
    assertThat(beans).isNotEmpty();
    assertThat(beans.get(0).has("DecisionsFast")).isTrue();
    assertThat(beans.get(0).has("FallbacksException")).isTrue();
  }

  @Test
  void statusShowsTiersAndThresholds() throws Exception {
    JsonNode status = send("GET", "status", "anybody", null).body();
    assertThat(status.get("nodes").asInt()).isEqualTo(4);
    assertThat(status.get("racks").asInt()).isEqualTo(2);
    assertThat(status.at("/tiers/0/medium").asText()).isEqualTo("SSD");
    assertThat(status.at("/tiers/0/admissionThreshold").asDouble()).isZero();
  }
}
