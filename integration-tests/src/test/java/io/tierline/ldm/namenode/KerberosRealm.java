/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.security.authorize.ProxyUsers;

/**
 * A Kerberos realm of its own with HDFS's principals in it, and the keytabs of whoever is asked
 * for. While it is open this whole process is one of a secure cluster.
 */
final class KerberosRealm implements AutoCloseable {
  /** Whom the NameNode and the DataNodes run as. */
  static final String SUPERUSER = "hdfs";

  /** Whom a gateway of lineage runs as. */
  static final String GATEWAY = "gateway";

  private final Path directory;
  private final MiniKdc kdc;
  private final String daemons;

  KerberosRealm(String... users) throws Exception {
    directory = Files.createTempDirectory("tierline-realm-");
    kdc = new MiniKdc(MiniKdc.createConf(), directory.toFile());
    kdc.start();
    daemons = keytab(SUPERUSER);
    List<String> principals =
        new ArrayList<>(
            List.of(
                SUPERUSER + "/localhost",
                GATEWAY + "/localhost",
                "HTTP/localhost",
                "HTTP/127.0.0.1"));
    kdc.createPrincipal(Path.of(daemons).toFile(), principals.toArray(String[]::new));
    for (String user : users) {
      kdc.createPrincipal(Path.of(keytab(user)).toFile(), user);
    }
  }

  String principal(String name) {
    return name + "@" + kdc.getRealm();
  }

  /** Where the keytab of a user is. */
  String keytab(String user) {
    return directory.resolve(user + ".keytab").toString();
  }

  /** Where the keytab of all daemons is, web servers and all. */
  String keytabOfDaemons() {
    return daemons;
  }

  String krb5Conf() {
    return kdc.getKrb5conf().getAbsolutePath();
  }

  /** Somebody who has just asked for a ticket. */
  UserGroupInformation user(String name) throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal(name), keytab(name));
  }

  /** What makes a cluster secure: Kerberos, SPNEGO, block tokens and encrypted data transfer. */
  void secure(Configuration conf) {
    SecurityUtil.setAuthenticationMethod(AuthenticationMethod.KERBEROS, conf);
    String principal = principal(SUPERUSER + "/localhost");
    conf.set(DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY, principal);
    conf.set(DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY, daemons);
    conf.set(DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY, principal);
    conf.set(DFSConfigKeys.DFS_DATANODE_KEYTAB_FILE_KEY, daemons);
    conf.set(
        DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_PRINCIPAL_KEY, principal("HTTP/localhost"));
    conf.set(DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_KEYTAB_KEY, daemons);
    conf.set("hadoop.http.authentication.type", "kerberos");
    conf.set("hadoop.http.authentication.kerberos.principal", principal("HTTP/localhost"));
    conf.set("hadoop.http.authentication.kerberos.keytab", daemons);
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.set(HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY, "privacy");
    conf.set(DFSConfigKeys.DFS_HTTP_POLICY_KEY, HttpConfig.Policy.HTTP_ONLY.name());
    conf.setBoolean(DFSConfigKeys.IGNORE_SECURE_PORTS_FOR_TESTING_KEY, true);
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, "false");
  }

  /** Puts this process back where it was: without security. */
  @Override
  public void close() throws IOException {
    FileSystem.closeAll();
    kdc.stop();
    UserGroupInformation.reset();
    Configuration open = new Configuration();
    UserGroupInformation.setConfiguration(open);
    ProxyUsers.refreshSuperUserGroupsConfiguration(open);
    FileUtil.fullyDelete(directory.toFile());
  }
}
