/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway;

import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.config.GatewaySettings;
import io.tierline.ldm.gateway.rest.GatewayRest;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.server.AuthenticationFilter;
import org.apache.hadoop.security.authentication.server.KerberosAuthenticationHandler;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.security.ssl.FileBasedKeyStoresFactory;
import org.apache.hadoop.security.ssl.SSLFactory;

/** The gateway's web server, as Hadoop's daemons have theirs. */
final class GatewayWeb {
  /**
   * Hadoop's web server wants a folder of this name below {@code webapps} on the class path. There
   * is one inside the other: in a multi-release jar a folder is found with a slash at its end, and
   * then the server looks for the same name once more below it. Our page's servlet serves nothing
   * of either.
   */
  private static final String FOLDER = "lineagegateway";

  private GatewayWeb() {}

  /**
   * Makes it; it serves nothing yet.
   *
   * @throws IllegalArgumentException when it is to speak HTTPS and has no key
   */
  static HttpServer2 build(Configuration conf, AccessControlList admins) throws IOException {
    Configuration own = new Configuration(conf);
    own.setIfUnset(GatewayKeys.WEB_PRINCIPAL.key(), GatewayKeys.WEB_PRINCIPAL.standard());
    own.setBoolean(CommonConfigurationKeysPublic.HADOOP_PROMETHEUS_ENABLED, true);
    HttpServer2.Builder server =
        new HttpServer2.Builder()
            .setName(FOLDER)
            .setConf(own)
            .setACL(admins)
            .setSecurityEnabled(UserGroupInformation.isSecurityEnabled())
            .setUsernameConfKey(GatewayKeys.WEB_PRINCIPAL.key())
            .setKeytabConfKey(GatewayKeys.KEYTAB.key());
    GatewaySettings.listens(conf).forEach(server::addEndpoint);
    if (GatewayKeys.HTTP_POLICY.read(conf::get).isHttpsEnabled()) {
      DFSUtil.loadSslConfToHttpServerBuilder(server, keys(own));
    }
    HttpServer2 http = server.build();
    if (UserGroupInformation.isSecurityEnabled() && !asksForTickets(conf)) {
      askForTickets(http, own);
    }
    return http;
  }

  /** Whether a filter that the whole of Hadoop has on this host does so. */
  private static boolean asksForTickets(Configuration conf) {
    return conf.getTrimmedStringCollection(HttpServer2.FILTER_INITIALIZER_PROPERTY).stream()
        .anyMatch(name -> name.endsWith("AuthenticationFilterInitializer"));
  }

  /**
   * Hadoop's web servers ask for tickets only where they are told to, and else believe whoever
   * comes. The paths that tell of people, or take from them, are never open on a secure cluster;
   * metrics are, as Hadoop's.
   */
  private static void askForTickets(HttpServer2 http, Configuration conf) throws IOException {
    String host = GatewaySettings.http(conf).getHostName();
    Map<String, String> parameters =
        Map.of(
            AuthenticationFilter.AUTH_TYPE,
            KerberosAuthenticationHandler.TYPE,
            KerberosAuthenticationHandler.PRINCIPAL,
            SecurityUtil.getServerPrincipal(conf.get(GatewayKeys.WEB_PRINCIPAL.key()), host),
            KerberosAuthenticationHandler.KEYTAB,
            conf.get(GatewayKeys.KEYTAB.key(), ""),
            AuthenticationFilter.COOKIE_PATH,
            "/");
    HttpServer2.defineFilter(
        http.getWebAppContext(),
        "tierline-gateway-tickets",
        AuthenticationFilter.class.getName(),
        parameters,
        GatewayRest.guarded());
  }

  private static Configuration keys(Configuration conf) {
    Configuration keys = DFSUtil.loadSslConfiguration(conf);
    String location =
        FileBasedKeyStoresFactory.resolvePropertyName(
            SSLFactory.Mode.SERVER, FileBasedKeyStoresFactory.SSL_KEYSTORE_LOCATION_TPL_KEY);
    if (keys.getTrimmed(location, "").isEmpty()) {
      throw new IllegalArgumentException(
          "%s is %s, and there is no %s in %s"
              .formatted(
                  GatewayKeys.HTTP_POLICY,
                  GatewayKeys.HTTP_POLICY.read(conf::get),
                  location,
                  conf.get(
                      DFSConfigKeys.DFS_SERVER_HTTPS_KEYSTORE_RESOURCE_KEY,
                      DFSConfigKeys.DFS_SERVER_HTTPS_KEYSTORE_RESOURCE_DEFAULT)));
    }
    return keys;
  }
}
