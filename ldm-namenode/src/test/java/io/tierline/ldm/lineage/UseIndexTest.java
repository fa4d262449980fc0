/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import static io.tierline.ldm.lineage.Samples.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.testing.ThreadTime;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class UseIndexTest {
  private final UseIndex index = new UseIndex();

  @Test
  void overlappingFindsAboveAndBelowButNoSibling() {
    uses("/", "/a", "/a/b", "/a/b/c", "/a/bc", "/a/b-c", "/a/b0", "/d", "s3a://x/a/b");
    assertThat(overlapping("/a/b")).containsExactlyInAnyOrder("/", "/a", "/a/b", "/a/b/c");
    assertThat(overlapping("s3a://x/a")).containsExactly("s3a://x/a/b");
    assertThat(overlapping("s3a://y/a")).isEmpty();
  }

  @Test
  void everythingOverlapsTheRoot() {
    uses("/a", "/0", "/z/y", "/a/*");
    assertThat(overlapping("/")).containsExactlyInAnyOrder("/a", "/0", "/z/y", "/a/*");
  }

  @Test
  void coveringFindsOnlyWhatTakesInEverything() {
    uses("/", "/a", "/a/b", "/a/b/c", "/a/bc");
    assertThat(covering("/a/b")).containsExactlyInAnyOrder("/", "/a", "/a/b");
    assertThat(covering("/")).containsExactly("/");
  }

  @Test
  void globIsMeantToTakeInTheFilesOfADirectory() {
    uses("/out/part-*", "/out/*/x", "/*/y", "/other/part-*", "/out/sub/part-*");
    assertThat(covering("/out"))
        .containsExactlyInAnyOrder("/out/part-*", "/out/*/x", "/*/y", "/out/sub/part-*");
    assertThat(covering("/out/part-0")).containsExactlyInAnyOrder("/out/part-*", "/out/*/x");
  }

  @Test
  void writtenGlobIsFoundByThoseWhoReadSomeOfIt() {
    uses("/", "/out", "/out/a/x", "/out/a/y", "/out/b", "/out/*/x", "/other");
    assertThat(overlapping("/out/*/x"))
        .containsExactlyInAnyOrder("/", "/out", "/out/a/x", "/out/b", "/out/*/x");
    assertThat(covering("/out/*/x")).containsExactlyInAnyOrder("/", "/out", "/out/*/x");
  }

  /** All actions of a month move what they have made from one place to places of their own. */
  @Test
  void placeWithThousandsOfTargetsCostsNoMoreThanOneWithSome() {
    uses("/archive/1");
    for (int target = 0; target < 20_000; target++) {
      index.addAlias(DatasetPath.of("/archive/" + target), DatasetPath.of("/made"));
    }
    ThreadTime.assertWithin(
        Duration.ofSeconds(2),
        () -> {
          for (int dataset = 0; dataset < 2_000; dataset++) {
            assertThat(covering("/made")).containsExactly("/archive/1");
          }
        });
  }

  @Test
  void symbolicPathEqualsItself() {
    uses("/a/${x}", "/a/${x}/b", "/a/${y}", "/a/c");
    assertThat(overlapping("/a/${x}")).containsExactlyInAnyOrder("/a/${x}", "/a/${x}/b");
  }

  @Test
  void aliasesAreFollowedThroughAChainOfMoves() {
    index.addAlias(at("/b"), at("/a"));
    index.addAlias(at("/c/d"), at("/b"));
    uses("/c", "/c/d/part", "/c/d/part/x", "/a/other");
    assertThat(overlapping("/a/part")).containsExactlyInAnyOrder("/c", "/c/d/part", "/c/d/part/x");
    assertThat(covering("/a/part")).containsExactlyInAnyOrder("/c", "/c/d/part");
  }

  @Test
  void moveOfAPartIsFoundFromTheWhole() {
    index.addAlias(at("/final"), at("/tmp/part"));
    uses("/final");
    assertThat(overlapping("/tmp")).containsExactly("/final");
    assertThat(covering("/tmp")).isEmpty();
  }

  @Test
  void moveOnAnUnresolvedFileSystemKeepsWhatIsBelow() {
    index.addAlias(at("${nn}/final"), at("${nn}/tmp"));
    uses("${nn}/final/x", "${nn}/final/y");
    assertThat(covering("${nn}/tmp/x")).containsExactly("${nn}/final/x");
  }

  @Test
  void movesFromAndToTheRootKeepWhatIsBelow() {
    index.addAlias(at("/"), at("/a"));
    index.addAlias(at("s3a://bucket/"), at("file:/"));
    index.addAlias(at("file:/in"), at("/z"));
    uses("/x", "s3a://bucket/in/y");
    assertThat(covering("/a/x")).containsExactly("/x");
    assertThat(covering("/z/y")).containsExactly("s3a://bucket/in/y");
  }

  @Test
  void moveOfAGlobGoesToItsTarget() {
    index.addAlias(at("/final"), at("/tmp/part-*"));
    uses("/final");
    assertThat(covering("/tmp/part-0")).containsExactly("/final");
  }

  @Test
  void moveIntoItselfComesToAnEnd() {
    index.addAlias(at("/a/b"), at("/a"));
    index.addAlias(at("/a"), at("/c"));
    index.addAlias(at("/c"), at("/a"));
    uses("/a/b/b/x");
    assertThat(overlapping("/a")).containsExactly("/a/b/b/x");
  }

  @Test
  void aJobThatUsesAPathTwiceIsFoundOnceAndOthersInTheOrderAdded() {
    index.add(at("/a"), new JobId("w", "b"));
    index.add(at("/a"), new JobId("w", "b"));
    index.add(at("/a"), new JobId("w", "a"));
    index.add(at("/a/b"), new JobId("w", "a"));
    index.add(at("/a/b"), new JobId("w", "c"));
    assertThat(index.covering(at("/a"))).containsExactly(new JobId("w", "b"), new JobId("w", "a"));
    assertThat(index.overlapping(at("/a")))
        .containsExactly(new JobId("w", "b"), new JobId("w", "a"), new JobId("w", "c"));
    assertThat(index.covering(at("/a"))).hasSize(2);
  }

  private void uses(String... paths) {
    for (String path : paths) {
      index.add(at(path), new JobId("w", path));
    }
  }

  private Set<String> overlapping(String path) {
    return names(index.overlapping(at(path)));
  }

  private Set<String> covering(String path) {
    return names(index.covering(at(path)));
  }

  private static Set<String> names(Set<JobId> jobs) {
    return jobs.stream().map(JobId::job).collect(Collectors.toSet());
  }
}
