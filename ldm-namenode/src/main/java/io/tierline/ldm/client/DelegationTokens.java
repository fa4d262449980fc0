/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/** The delegation token by which somebody without a ticket speaks to a NameNode. */
final class DelegationTokens {
  /** Both are given out, and verified, by the NameNode's one secret manager. */
  private static final Set<String> KINDS = Set.of("HDFS_DELEGATION_TOKEN", "WEBHDFS delegation");

  private DelegationTokens() {}

  /** A token for that NameNode, else the only one there is; none for who has a ticket. */
  static Optional<Token<?>> of(UserGroupInformation user, URI nameNode) {
    if (user.hasKerberosCredentials() || user.getRealUser() != null) {
      return Optional.empty();
    }
    List<Token<?>> tokens =
        user.getTokens().stream()
            .<Token<?>>map(token -> token)
            .filter(token -> KINDS.contains(token.getKind().toString()))
            .toList();
    Optional<Token<?>> own =
        tokens.stream().filter(token -> isOf(token, nameNode.getHost())).findFirst();
    return own.isPresent() || tokens.size() != 1 ? own : Optional.of(tokens.get(0));
  }

  /** A service is an address and a port, or a name of those that are several NameNodes. */
  private static boolean isOf(Token<?> token, String host) {
    String service = token.getService().toString();
    int port = service.lastIndexOf(':');
    String address = port < 0 ? service : service.substring(0, port);
    return address.equals(host) || address.equals(addressOf(host));
  }

  private static String addressOf(String host) {
    try {
      return InetAddress.getByName(host).getHostAddress();
    } catch (UnknownHostException unknown) {
      return host;
    }
  }
}
