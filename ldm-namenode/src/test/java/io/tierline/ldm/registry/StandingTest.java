/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingTest {
  @ParameterizedTest(name = "{0} {1}, there {2}, above {3}, writes {4}: {5}")
  @CsvSource({
    // His own home, whatever is there.
    "ann, user,  '',   ann,  '',   DIRECTORY",
    "ann, user,  ann,  ann,  '',   OWNER",
    "ann, user,  etl,  ann,  etl,  DIRECTORY",
    // A shared directory: 1777, or writable to a group.
    "ann, user,  '',   root, '',   NONE",
    "ann, user,  '',   root, ann,  WRITER",
    "ann, user,  ann,  root, '',   OWNER",
    "bob, user,  ann,  root, '',   NONE",
    "bob, user,  ann,  root, bob,  NONE",
    "bob, user,  ann,  root, ann,  NONE",
    "bob, user,  '',   root, ann,  NONE",
    // Another's home, open to all.
    "bob, user,  '',   ann,  '',   NONE",
    "bob, user,  '',   ann,  bob,  WRITER",
    "bob, user,  bob,  ann,  '',   OWNER",
    // Administrators state for others, and last.
    "hdfs, admin, ann, root, '',   TRUSTED",
    "hdfs, admin, '',  root, ann,  TRUSTED",
    "hdfs, admin, '',  '',   '',   TRUSTED",
    "hdfs, admin, hdfs, root, '',  OWNER",
    // Nothing is known.
    "ann, user,  '',   '',   '',   NONE",
    "ann, user,  '',   '',   ann,  WRITER"
  })
  void countsWhereItIsHisOrWhatIsThereIs(
      String user, String role, String owner, String above, String writer, Standing expected) {
    Standing.Place place = new Standing.Place(owner, above);
    assertThat(Standing.of(user, role.equals("admin"), place, writer)).isEqualTo(expected);
  }

  @Test
  void nobodyBindsAnothersJob() {
    assertThat(Standing.mayBind("ann", "ann")).isTrue();
    assertThat(Standing.mayBind("bob", "ann")).isFalse();
  }

  @Test
  void highestOfWhatSeveralStateCountsAndOfEqualsTheFirst() {
    ManagedDataset all = stated("ann").and(stated("bob")).and(stated("hdfs"));
    assertThat(counting(all, Map.of())).isNull();
    assertThat(counting(all, Map.of("hdfs", Standing.TRUSTED))).isEqualTo("hdfs");
    assertThat(counting(all, Map.of("bob", Standing.OWNER, "hdfs", Standing.TRUSTED)))
        .isEqualTo("bob");
    assertThat(counting(all, Map.of("ann", Standing.TRUSTED, "hdfs", Standing.TRUSTED)))
        .isEqualTo("ann");
  }

  private static ManagedDataset stated(String owner) {
    DatasetPath path = DatasetPath.of("/d");
    return ManagedDataset.of("/d", new Vertex(path, List.of(), List.of(), 0, 0, List.of()), owner);
  }

  private static String counting(ManagedDataset all, Map<String, Standing> standings) {
    ManagedDataset found =
        all.counting(each -> standings.getOrDefault(each.owner(), Standing.NONE));
    return found == null ? null : found.owner();
  }
}
