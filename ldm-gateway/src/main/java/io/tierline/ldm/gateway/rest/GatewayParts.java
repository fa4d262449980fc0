/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.rest;

import io.tierline.ldm.gateway.oozie.OozieSource;
import io.tierline.ldm.gateway.openlineage.OpenLineageSource;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.authorize.AccessControlList;

/**
 * What REST answers from.
 *
 * @param conf the gateway's configuration
 * @param admins who may see what is known of everybody's jobs
 * @param nameNodes the web servers that are told
 * @param oozie the server that is followed, if one is
 * @param lineage OpenLineage's events, where they are taken
 */
public record GatewayParts(
    Configuration conf,
    AccessControlList admins,
    List<URI> nameNodes,
    Optional<OozieSource> oozie,
    Optional<OpenLineageSource> lineage) {}
