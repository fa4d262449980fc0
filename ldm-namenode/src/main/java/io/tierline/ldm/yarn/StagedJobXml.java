/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.mapreduce.JobConfiguration;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;

/**
 * Reads job.xml from the staging directory, which only the job's user may enter: as the user the
 * ResourceManager runs as, which suffices where that is HDFS's superuser, and else on behalf of the
 * job's user, which HDFS must allow it ({@code hadoop.proxyuser.*}).
 *
 * <p>A configuration is a stranger's: it may be of 16 MiB at most, include nothing and see none of
 * this process's system properties and environment.
 */
final class StagedJobXml implements JobXml {
  private static final int MAX_BYTES = 16 << 20;

  private final Configuration conf;
  private final boolean proxyUser;

  StagedJobXml(Configuration conf, boolean proxyUser) {
    this.conf = conf;
    this.proxyUser = proxyUser;
  }

  @Override
  public Map<String, String> read(Path file, String user) throws IOException {
    UserGroupInformation self = UserGroupInformation.getLoginUser();
    byte[] bytes;
    try {
      bytes = bytes(file, self);
    } catch (AccessControlException e) {
      if (!proxyUser || self.getShortUserName().equals(user)) {
        throw e;
      }
      bytes = bytes(file, UserGroupInformation.createProxyUser(user, self));
    }
    return needed(bytes);
  }

  private byte[] bytes(Path file, UserGroupInformation reader) throws IOException {
    try {
      return reader.doAs((PrivilegedExceptionAction<byte[]>) () -> bytes(file));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading " + file, e);
    } catch (AuthorizationException e) {
      throw new AccessControlException(e);
    }
  }

  /** Uncached, since Hadoop would keep a file system for every user for ever. */
  private byte[] bytes(Path file) throws IOException {
    try (FileSystem fileSystem = FileSystem.newInstance(file.toUri(), conf);
        InputStream in = fileSystem.open(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException(file + " is larger than " + MAX_BYTES + " bytes");
      }
      return bytes;
    }
  }

  /**
   * The properties that tell lineage.
   *
   * @throws IOException when the bytes are no configuration
   */
  static Map<String, String> needed(byte[] xml) throws IOException {
    Configuration job = new Configuration(false);
    job.setRestrictSystemProperties(true);
    job.addResource(new ByteArrayInputStream(xml), "job.xml", true);
    Map<String, String> needed = new HashMap<>();
    try {
      for (Map.Entry<String, String> property : job) {
        if (JobConfiguration.isNeeded(property.getKey())) {
          needed.put(property.getKey(), job.get(property.getKey()));
        }
      }
    } catch (RuntimeException e) {
      throw new IOException("not a configuration: " + e.getMessage(), e);
    }
    return needed;
  }
}
