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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.client.RefusedException;
import io.tierline.ldm.client.admin.LdmAdmin;
import io.tierline.ldm.gateway.openlineage.ApiKeys;
import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.ldm.yarn.LinkProcess;
import io.tierline.testing.RunEvents;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** LDM on a cluster with Kerberos, SPNEGO, block tokens and encrypted data transfer. */
@Tag("integration")
class KerberosTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Pattern STATUS = Pattern.compile("status: (\\d+)");

  private static KerberosRealm realm;
  private static MigratingCluster cluster;
  private static String base;

  @BeforeAll
  static void start() throws Exception {
    realm = new KerberosRealm("ann", "bob", "boss", "oozie", "rm");
    cluster =
        MigratingCluster.start(
            "auto",
            conf -> {
              realm.secure(conf);
              conf.set(ServiceKeys.ADMINS.key(), "boss,rm");
              conf.set("hadoop.proxyuser.oozie.hosts", "127.0.0.1");
              conf.set("hadoop.proxyuser.oozie.users", "ann");
              conf.set("hadoop.proxyuser.gateway.hosts", "127.0.0.1");
              conf.set("hadoop.proxyuser.gateway.users", "ann,bob");
            });
    ProxyUsers.refreshSuperUserGroupsConfiguration(cluster.embedded().configuration());
    base =
        "http://localhost:"
            + cluster.embedded().hdfs().getNameNode().getHttpAddress().getPort()
            + "/ldm/";
    home("ann");
    home("bob");
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
    realm.close();
  }

  private static void home(String user) throws IOException {
    DistributedFileSystem files = cluster.ldm().fileSystem();
    org.apache.hadoop.fs.Path home = new org.apache.hadoop.fs.Path("/user/" + user);
    files.mkdirs(home);
    files.setOwner(home, user, user);
    files.setPermission(home, new FsPermission((short) 0700));
  }

  private static <T> T as(UserGroupInformation user, PrivilegedExceptionAction<T> work)
      throws Exception {
    return user.doAs(work);
  }

  private static LdmClient client() {
    return new LdmClient(URI.create(base), cluster.embedded().configuration());
  }

  private static JsonNode register(String id, String path) throws Exception {
    String document =
        """
        {"id": "%s", "jobs": [{"name": "make", "writes": ["%s/a"]},
          {"name": "use", "after": ["make"], "reads": ["%s/a"]}]}
        """
            .formatted(id, path, path);
    return client().register(new LineageDocument(document).read(""));
  }

  private static String event(String output) throws IOException {
    return """
        {"eventType": "START", "eventTime": "2026-11-21T10:00:00Z", "producer": "test",
         "run": {"runId": "r1"}, "job": {"namespace": "etl", "name": "j"}, "inputs": [],
         "outputs": [{"namespace": "%s", "name": "%s"}]}
        """
        .formatted(cluster.ldm().fileSystem().getUri(), output);
  }

  private static void assertRefused(
      int status, UserGroupInformation user, PrivilegedExceptionAction<?> work) {
    assertThatThrownBy(() -> as(user, work))
        .isInstanceOf(Exception.class)
        .satisfies(e -> assertThat(status(e)).as(e.toString()).isEqualTo(status));
  }

  /** What the NameNode has answered, be it to the request or, before that, to the ticket. */
  private static int status(Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof RefusedException refused) {
        return refused.status();
      }
      Matcher matcher = STATUS.matcher(String.valueOf(e.getMessage()));
      if (matcher.find()) {
        return Integer.parseInt(matcher.group(1));
      }
    }
    return -1;
  }

  @ParameterizedTest
  @CsvSource({
    "GET,v1/workflows",
    "POST,v1/workflows",
    "DELETE,v1/workflows/x",
    "PUT,v1/workflows/x/finished/y",
    "GET,v1/explain?path=/",
    "POST,v1/lineage",
    "POST,v1/applications",
    "POST,v1/observations",
    "GET,v1/conflicts",
    "GET,v1/status",
    "GET,v1/plans",
    "POST,v1/plans",
    "POST,v1/plans/x/apply",
    "GET,v1/workflows?user.name=hdfs",
    "GET,v1/workflows?doas=hdfs",
    "GET,v1/workflows?delegation=AAAA",
    "GET,v1/nothing",
    "GET,ui/",
    "GET,ui/ldm.js"
  })
  void whoHasNoTicketIsTurnedAway(String method, String resource) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + resource))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString("{}"))
            .build();
    var answer = HTTP.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Negotiate");
    assertThat(answer.body()).doesNotContain("\"workflows\"", "placement");
  }

  @Test
  void whoHasATicketDoesWhatHeMay() throws Exception {
    UserGroupInformation ann = realm.user("ann");
    UserGroupInformation bob = realm.user("bob");
    assertThat(as(ann, () -> register("anns", "/user/ann")).get("owner").asText()).isEqualTo("ann");
    assertRefused(403, bob, () -> register("bobs", "/user/ann/b"));
    assertRefused(404, bob, () -> client().workflow("anns"));
    assertRefused(404, bob, () -> client().withdraw("anns"));
    assertRefused(403, bob, () -> client().explain("/user/ann/a/part-0"));
    assertRefused(403, bob, () -> client().plan());
    assertThat(as(bob, () -> client().list()).get("workflows")).isEmpty();
    assertThat(as(ann, () -> client().explain("/user/ann/a/part-0")).get("managed").asBoolean())
        .isTrue();
    assertThat(as(realm.user("boss"), () -> client().withdraw("anns")).get("withdrawn").asText())
        .isEqualTo("anns");
  }

  @Test
  void nameInTheQueryDoesNotMakeHimAnother() throws IOException {
    String anns = "v1/explain?path=/user/ann/any&user.name=";
    assertThat(raw(realm.user("bob"), anns + "hdfs")).isEqualTo(403);
    assertThat(raw(realm.user("bob"), anns + "ann")).isEqualTo(403);
    assertThat(raw(realm.user("ann"), anns + "bob")).isEqualTo(200);
  }

  private static int raw(UserGroupInformation user, String resource) {
    try {
      return as(user, () -> open(resource).getResponseCode());
    } catch (Exception e) {
      return status(e);
    }
  }

  private static HttpURLConnection open(String resource) throws Exception {
    return (HttpURLConnection)
        URLConnectionFactory.newDefaultURLConnectionFactory(cluster.embedded().configuration())
            .openConnection(URI.create(base + resource).toURL(), true);
  }

  @Test
  void commandWorksWithATicket() throws Exception {
    UserGroupInformation boss = realm.user("boss");
    assertThat(as(boss, () -> ldm("-status"))).isZero();
    assertThat(as(boss, () -> ldm("-plan"))).isZero();
    assertThat(as(realm.user("ann"), () -> ldm("-plans"))).isZero();
    assertThat(as(realm.user("ann"), () -> ldm("-plan"))).isEqualTo(1);
  }

  private static int ldm(String... arguments) throws Exception {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Configuration conf = cluster.embedded().configuration();
    return ToolRunner.run(conf, new LdmAdmin(nowhere, nowhere), arguments);
  }

  @Test
  void configuredSuperuserSpeaksForHisUsersAndNobodyElseDoes() throws Exception {
    UserGroupInformation oozie = realm.user("oozie");
    UserGroupInformation asAnn = UserGroupInformation.createProxyUser("ann", oozie);
    assertThat(as(asAnn, () -> register("proxied", "/user/ann/o")).get("owner").asText())
        .isEqualTo("ann");
    String anns = RunEvents.told("ann", event("/user/ann/e"));
    assertThat(as(asAnn, () -> client().observations(anns)).get("accepted").asInt()).isEqualTo(1);
    assertRefused(403, asAnn, () -> register("elsewhere", "/user/bob/o"));
    assertRefused(403, oozie, () -> register("his-own", "/user/ann/o2"));
    UserGroupInformation asBob = UserGroupInformation.createProxyUser("bob", oozie);
    assertRefused(403, asBob, () -> register("bobs", "/user/bob/o"));
    UserGroupInformation bobAsAnn = UserGroupInformation.createProxyUser("ann", realm.user("bob"));
    assertRefused(403, bobAsAnn, () -> register("taken", "/user/ann/o"));
    assertRefused(403, bobAsAnn, () -> client().observations(anns));
    assertRefused(403, bobAsAnn, () -> client().list());
    client().withdraw("proxied");
  }

  @Test
  void proxyUserIsHeardInEitherSpelling() throws IOException {
    assertThat(raw(realm.user("bob"), "v1/workflows?doas=ann")).isEqualTo(403);
    assertThat(raw(realm.user("bob"), "v1/workflows?doAs=ann")).isEqualTo(403);
    assertThat(raw(realm.user("oozie"), "v1/workflows?doAs=ann")).isEqualTo(200);
  }

  @Test
  void delegationTokenSpeaksForItsUserUntilItIsCancelled() throws Exception {
    DistributedFileSystem files = cluster.ldm().fileSystem();
    UserGroupInformation ann = realm.user("ann");
    Token<?> token =
        as(ann, () -> FileSystem.newInstance(files.getUri(), files.getConf()))
            .getDelegationToken("ann");
    String query = "delegation=" + token.encodeToUrlString();
    String told = "v1/observations?" + query;
    assertThat(plain("POST", told, RunEvents.told("ann", event("/user/ann/token")))).isEqualTo(201);
    assertThat(plain("POST", told, RunEvents.told("bob", event("/user/bob/token")))).isEqualTo(403);
    assertThat(plain("GET", "v1/explain?path=/user/ann/x&" + query, null)).isEqualTo(200);
    assertThat(plain("GET", "v1/explain?path=/user/bob/x&" + query, null)).isEqualTo(403);
    assertThat(plain("GET", "v1/status?Delegation=" + token.encodeToUrlString(), null))
        .isEqualTo(200);
    assertThat(plain("GET", "v1/workflows?doas=bob&" + query, null)).isEqualTo(403);
    assertThat(plain("GET", "v1/workflows?user.name=bob&" + query, null)).isEqualTo(403);
    assertThat(plain("POST", "v1/plans?" + query, "{}")).isEqualTo(403);
    for (String elsewhere : new String[] {"ui/?", "ui/ldm.js?", "?"}) {
      assertThat(plain("GET", elsewhere + query, null)).as(elsewhere).isEqualTo(401);
    }
    UserGroupInformation inAJob = UserGroupInformation.createRemoteUser("ann");
    inAJob.addToken(token);
    assertThat(as(inAJob, () -> register("byToken", "/user/ann")).get("owner").asText())
        .isEqualTo("ann");
    assertThat(as(inAJob, () -> client().withdraw("byToken")).get("withdrawn").asText())
        .isEqualTo("byToken");
    as(
        ann,
        () -> {
          token.cancel(cluster.embedded().configuration());
          return null;
        });
    assertThat(plain("GET", "v1/status?" + query, null)).isEqualTo(401);
    assertRefused(401, inAJob, () -> client().list());
  }

  @Test
  void forgedTokensAreTurnedAway() throws Exception {
    UserGroupInformation ann = realm.user("ann");
    DistributedFileSystem files = cluster.ldm().fileSystem();
    Token<?> token =
        as(ann, () -> FileSystem.newInstance(files.getUri(), files.getConf()))
            .getDelegationToken("ann");
    DelegationTokenIdentifier forged =
        new DelegationTokenIdentifier(new Text("hdfs"), new Text("hdfs"), null);
    byte[] changed = token.getPassword().clone();
    changed[0] ^= 1;
    for (Token<?> bad :
        new Token<?>[] {
          new Token<>(forged.getBytes(), token.getPassword(), token.getKind(), token.getService()),
          new Token<>(token.getIdentifier(), changed, token.getKind(), token.getService()),
          new Token<>(token.getIdentifier(), new byte[0], token.getKind(), token.getService())
        }) {
      String query = "?delegation=" + bad.encodeToUrlString();
      assertThat(plain("GET", "v1/status" + query, null)).isEqualTo(401);
      assertThat(plain("DELETE", "v1/workflows/any" + query, null)).isEqualTo(401);
    }
    assertThat(plain("GET", "v1/status?delegation=", null)).isEqualTo(401);
  }

  /** Without a ticket. */
  private static int plain(String method, String resource, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + resource))
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    return HTTP.send(request, BodyHandlers.ofString()).statusCode();
  }

  @Test
  void denialsAreInTheAuditLog() throws Exception {
    Logger audit = LoggerFactory.getLogger("io.tierline.ldm.audit");
    GenericTestUtils.setLogLevel(audit, Level.INFO);
    LogCapturer log = LogCapturer.captureLogs(audit);
    try {
      UserGroupInformation bob = realm.user("bob");
      assertRefused(403, bob, () -> client().explain("/user/ann/secret"));
      assertRefused(403, bob, () -> register("forged", "/user/ann/x"));
      assertRefused(403, bob, () -> client().plan());
    } finally {
      log.stopCapturing();
    }
    // What LDM does by itself meanwhile has its lines too.
    String[] lines =
        log.getOutput().lines().filter(line -> line.contains("ugi=bob")).toArray(String[]::new);
    assertThat(lines).hasSize(3).allMatch(line -> line.contains("allowed=false"));
    assertThat(lines).allMatch(line -> line.contains("ip=/127.0.0.1"));
    assertThat(lines[0]).contains("ugi=bob", "cmd=ldm.explain", "src=/user/ann/secret");
    assertThat(lines[1]).contains("ugi=bob", "cmd=ldm.register", "src=forged");
    assertThat(lines[2]).contains("ugi=bob", "cmd=ldm.migration.plan");
  }

  @Test
  void resourceManagersLinkLogsInFromItsKeytab() throws Exception {
    assertThat(link("rm", "/user/ann/told")).isZero();
    assertThat(as(realm.user("ann"), () -> client().explain("/user/ann/told/x")).get("managed"))
        .hasToString("true");
  }

  private static int link(String user, String writes) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Djava.net.preferIPv4Stack=true",
                "-Djava.security.krb5.conf=" + realm.krb5Conf(),
                "-cp",
                System.getProperty("java.class.path"),
                LinkProcess.class.getName(),
                realm.principal(user),
                realm.keytab(user),
                URI.create(base).resolve("/").toString(),
                "ann",
                writes)
            .redirectErrorStream(true)
            .redirectOutput(new File("/dev/null"))
            .start();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  @Test
  void gatewayLogsInFromItsKeytabAndTakesEventsByTicketOrKey() throws Exception {
    ApiKeys.NewKey key = ApiKeys.make("bob");
    Path keys = Files.createTempFile("api-keys", "");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(keys, key.line());
    try (GatewayProcess gateway =
        GatewayProcess.start(
            cluster.embedded().configuration(), realm, URI.create(base).resolve("/"), keys)) {
      URI lineage = gateway.web().resolve("/api/v1/lineage");
      LdmCluster.await(
          gateway.toString(), holds(() -> !gateway.isAlive() || status(lineage, null, "{}") > 0));
      assertThat(status(lineage, null, event("/user/ann/none"))).as("no ticket").isEqualTo(401);
      URI named = gateway.web().resolve("/api/v1/lineage?user.name=ann");
      assertThat(status(named, null, event("/user/ann/none"))).as("a name").isEqualTo(401);
      assertThat(status(lineage, key.key(), event("/user/bob/keyed"))).isEqualTo(201);
      assertThat(sent(realm.user("ann"), lineage, event("/user/ann/ticket"))).isEqualTo(201);
      URI asAnn = gateway.web().resolve("/api/v1/lineage?doas=ann");
      assertThat(sent(realm.user("bob"), asAnn, event("/user/ann/taken"))).isEqualTo(403);
      for (String user : new String[] {"ann", "bob"}) {
        String path = "/user/" + user + (user.equals("ann") ? "/ticket/x" : "/keyed/x");
        UserGroupInformation ticket = realm.user(user);
        LdmCluster.await(
            "the gateway to tell of " + path,
            holds(() -> as(ticket, () -> client().explain(path)).get("managed").asBoolean()));
      }
      assertThat(as(realm.user("ann"), () -> client().explain("/user/ann/taken/x")).get("managed"))
          .hasToString("false");
    } finally {
      Files.delete(keys);
    }
  }

  private static BooleanSupplier holds(Callable<Boolean> condition) {
    return () -> {
      try {
        return condition.call();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /** What is answered to events that bring that key, or nothing; 0 while nobody answers. */
  private static int status(URI uri, String key, String event) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(event));
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  private static int sent(UserGroupInformation user, URI uri, String event) throws Exception {
    return as(
        user,
        () -> {
          HttpURLConnection connection =
              (HttpURLConnection)
                  URLConnectionFactory.newDefaultURLConnectionFactory(
                          cluster.embedded().configuration())
                      .openConnection(uri.toURL(), true);
          connection.setRequestMethod("POST");
          connection.setDoOutput(true);
          connection.setRequestProperty("Content-Type", "application/json");
          connection.getOutputStream().write(event.getBytes(StandardCharsets.UTF_8));
          return connection.getResponseCode();
        });
  }

  @Test
  void blocksAreMovedAndTheStateIsKept() throws Exception {
    FileChecksum before = cluster.write("/moved/part-0", 2);
    cluster.ldm().registerReaders("moving", "/moved", 1);
    cluster.awaitOn("/moved/part-0", 1, 2);
    cluster.embedded().hdfs().restartNameNode(true);
    LdmCluster.await("the lineage", () -> cluster.ldm().service().state().isCurrent());
    assertThat(client().workflow("moving").get("owner").asText())
        .isEqualTo(KerberosRealm.SUPERUSER);
    client().finished("moving", "reader0");
    cluster.awaitOn("/moved/part-0", 0, 3);
    cluster.assertWhole("/moved/part-0", before);
    client().withdraw("moving");
  }
}
