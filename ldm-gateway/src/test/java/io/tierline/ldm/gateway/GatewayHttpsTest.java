/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.openlineage.ApiKeys;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway's web server with a key that was made here, as Hadoop's files name it. */
class GatewayHttpsTest {
  private static final String PASSWORD = "open sesame";

  @TempDir private Path directory;

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private URLClassLoader files;

  /** Hadoop looks for the files of keys on the class path. */
  @BeforeEach
  void putFilesOnTheClassPath() throws Exception {
    URL[] folder = {directory.toUri().toURL()};
    files = new URLClassLoader(folder, before);
    Thread.currentThread().setContextClassLoader(files);
  }

  @AfterEach
  void takeThemOff() throws Exception {
    Thread.currentThread().setContextClassLoader(before);
    files.close();
  }

  private Path makeKey() throws Exception {
    Path store = directory.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "gateway",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "san=dns:localhost",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    store.toString()))
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes());
    assertThat(keytool.waitFor()).as(output).isZero();
    write("ssl-server.xml", "ssl.server.keystore", store);
    write("ssl-client.xml", "ssl.client.truststore", store);
    return store;
  }

  private void write(String file, String prefix, Path store) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(prefix + ".location", store.toString());
    conf.set(prefix + ".password", PASSWORD);
    conf.set(prefix + ".keypassword", PASSWORD);
    conf.set(prefix + ".type", "PKCS12");
    try (var out = Files.newOutputStream(directory.resolve(file))) {
      conf.writeXml(out);
    }
  }

  private Configuration conf(String policy) {
    Configuration conf = new Configuration();
    conf.set(GatewayKeys.HTTP_POLICY.key(), policy);
    conf.set(GatewayKeys.HTTP_ADDRESS.key(), "localhost:0");
    conf.set(GatewayKeys.HTTPS_ADDRESS.key(), "localhost:0");
    conf.set(GatewayKeys.DIRECTORY.key(), directory.resolve("gateway").toString());
    conf.set(GatewayKeys.NAME_NODES.key(), "http://localhost:1");
    return conf;
  }

  private static HttpClient trusting(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private static URI uri(String scheme, InetSocketAddress address, String path) {
    return URI.create(scheme + "://localhost:" + address.getPort() + path);
  }

  private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  @Test
  void apiKeyAndEventsAreSentByHttpsAndByNothingElse() throws Exception {
    Path store = makeKey();
    ApiKeys.NewKey key = ApiKeys.make("ann");
    Path keys =
        Files.createFile(
            directory.resolve("api-keys"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(keys, key.line());
    Configuration conf = conf("HTTPS_ONLY");
    conf.set(GatewayKeys.OPENLINEAGE_API_KEYS.key(), keys.toString());
    try (Gateway gateway = Gateway.open(conf)) {
      assertThat(gateway.listens()).singleElement();
      HttpRequest event =
          HttpRequest.newBuilder(uri("https", gateway.address(), "/api/v1/lineage"))
              .header("Content-Type", "application/json")
              .header("Authorization", "Bearer " + key.key())
              .POST(
                  BodyPublishers.ofString(
                      """
                      {"eventType": "START", "run": {"runId": "r1"},
                       "job": {"namespace": "etl", "name": "load"},
                       "outputs": [{"namespace": "hdfs://nn", "name": "/out"}]}"""))
              .build();
      assertThat(trusting(store).send(event, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
      assertThatThrownBy(() -> HttpClient.newHttpClient().send(event, BodyHandlers.ofString()))
          .as("who does not know the key")
          .isInstanceOf(SSLException.class);
      assertThatThrownBy(
              () ->
                  get(HttpClient.newHttpClient(), uri("http", gateway.address(), "/ldm/v1/status")))
          .isInstanceOf(IOException.class);
      // As "hdfs ldm -oozie" asks, which trusts what ssl-client.xml names.
      assertThat(
              new LdmClient(uri("https", gateway.address(), ""), conf)
                  .status()
                  .path("sources")
                  .get(0)
                  .path("waiting")
                  .asInt())
          .isEqualTo(1);
    }
  }

  @Test
  void bothAreSpokenWhereBothAreAskedFor() throws Exception {
    Path store = makeKey();
    try (Gateway gateway = Gateway.open(conf("http_and_https"))) {
      assertThat(gateway.listens()).hasSize(2);
      for (URI uri :
          List.of(
              uri("http", gateway.listens().get(0), "/ldm/v1/status"),
              uri("https", gateway.listens().get(1), "/ldm/v1/status"))) {
        assertThat(get(trusting(store), uri).statusCode()).as("%s", uri).isEqualTo(200);
      }
    }
  }

  @Test
  void withoutAKeyNothingIsStarted() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gateway.open(conf("HTTPS_ONLY")))
        .withMessageContaining(GatewayKeys.HTTP_POLICY.key())
        .withMessageContaining("ssl.server.keystore.location")
        .withMessageContaining("ssl-server.xml");
  }
}
