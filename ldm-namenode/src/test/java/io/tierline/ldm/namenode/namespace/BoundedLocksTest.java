/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.namespace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.namenode.state.FormatMark;
import io.tierline.ldm.namenode.state.NamespaceStateStore;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.ldm.state.FormatVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever there is, no hold of the namesystem's lock is for more than so many inodes. */
class BoundedLocksTest {
  private static final int MOST = 3;
  private static final PermissionStatus OWNER =
      new PermissionStatus("hdfs", "hdfs", new FsPermission((short) 0700));

  private final NameNode nameNode = mock(NameNode.class);
  private final INodeDirectory directory = directory("workflows");
  private int inodes;
  private final List<Integer> holds = new ArrayList<>();

  private static INodeDirectory directory(String name) {
    return new INodeDirectory(name.hashCode(), name.getBytes(UTF_8), OWNER, 0);
  }

  /** Counts what is looked up between taking the lock and letting go of it. */
  @BeforeEach
  void prepare() throws IOException {
    Configuration conf = new Configuration(false);
    conf.setInt(ServiceKeys.LOCK_INODES.key(), MOST);
    FSNamesystem namesystem = mock(FSNamesystem.class);
    FSDirectory tree = mock(FSDirectory.class);
    when(nameNode.getConf()).thenReturn(conf);
    when(nameNode.getNamesystem()).thenReturn(namesystem);
    when(namesystem.getFSDirectory()).thenReturn(tree);
    doAnswer(call -> inodes = 0).when(namesystem).readLock();
    doAnswer(call -> holds.add(inodes)).when(namesystem).readUnlock(anyString());
    when(tree.getINode(anyString()))
        .thenAnswer(
            call -> {
              inodes++;
              String path = call.getArgument(0);
              return path.endsWith("/workflows") ? directory : child(path);
            });
  }

  private INode child(String path) {
    byte[] name = path.substring(path.lastIndexOf('/') + 1).getBytes(UTF_8);
    return directory.getChild(name, Integer.MAX_VALUE - 1);
  }

  @Test
  void pathsAreLookedForInSlices() {
    List<String> asked = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      asked.add("/d" + i + "/f");
    }
    assertThat(new ExistingPaths(nameNode).apply(asked)).isEmpty();
    assertThat(holds).hasSize(4).allMatch(held -> held <= MOST);
  }

  @Test
  void recordsAreReadInSlicesAndEachOnce() throws IOException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String name = "w" + i;
      names.add(name);
      directory.addChild(directory(name));
    }
    List<String> visited = new ArrayList<>();
    new NamespaceStateStore(nameNode, new FormatMark(FormatVersion.CURRENT), "workflows")
        .readAll((name, attributes) -> visited.add(name));
    assertThat(visited).containsExactlyElementsOf(names);
    assertThat(holds).hasSizeGreaterThan(7).allMatch(held -> held <= MOST);
  }
}
