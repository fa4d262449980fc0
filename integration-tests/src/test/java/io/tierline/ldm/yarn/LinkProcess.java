/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.settings.YarnKeys;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/**
 * What a secure ResourceManager does with its link to the NameNode, in a process of its own since
 * there is one login user in each: logs in from its keytab and tells of a user's job.
 */
public final class LinkProcess {
  private LinkProcess() {}

  /** Takes principal, keytab, the NameNode's address, the job's user and the path it writes. */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = new Configuration();
    SecurityUtil.setAuthenticationMethod(AuthenticationMethod.KERBEROS, conf);
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.loginUserFromKeytab(arguments[0], arguments[1]);
    conf.set(YarnKeys.ADDRESSES.key(), arguments[2]);
    new NameNodeLink(YarnSettings.from(conf), conf)
        .send(
            new ApplicationReport(
                "application_1_0001",
                arguments[3],
                "default",
                "told by the ResourceManager",
                JobState.RUNNING,
                "",
                "",
                "",
                Set.of(),
                List.of(),
                List.of(arguments[4]),
                0));
  }
}
