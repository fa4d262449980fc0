/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetPathTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          /a/b,                        '',                      /a/b
          ' /a/b/ ',                   '',                      /a/b
          /,                           '',                      /
          ///a//b,                     '',                      /a/b
          /a/./b/../c,                 '',                      /a/c
          /../..,                      '',                      /
          hdfs:///a,                   '',                      /a
          hdfs:/a,                     '',                      /a
          HDFS:///a,                   '',                      /a
          hdfs://nn:8020/a,            hdfs://nn:8020,          /a
          hdfs://nn:8020,              hdfs://nn:8020,          /
          Hdfs://nn/a,                 hdfs://nn,               /a
          s3a://bucket/x:y/z,          s3a://bucket,            /x:y/z
          file:///tmp/a,               file:,                   /tmp/a
          file:/tmp/a,                 file:,                   /tmp/a
          /user/${wf:user()}/a,        '',                      /user/${wf:user()}/a
          /a/${f('x/y')}/../b,         '',                      /a/b
          ${nameNode}/a/b,             ${nameNode},             /a/b
          ${nameNode}:8020/a/b,        ${nameNode}:8020,        /a/b
          hdfs://${nn}/a,              hdfs://${nn},            /a
          ${scheme}://host/a,          ${scheme}://host,        /a
          file:${dir},                 file:,                   /${dir}
          ${f('a/b:c')}/d,             ${f('a/b:c')},           /d
          '${concat(''{'', ''}'')}/d',       '${concat(''{'', ''}'')}',   /d
          ${outer${inner}/x}/d,        ${outer${inner}/x},      /d
          ${outputDir},                ${outputDir},            /
          ${nameNode}${dir}/part,      ${nameNode}${dir},       /part
          """,
      quoteCharacter = '\'')
  void readsAPathAsHadoopWould(String text, String fileSystem, String path) {
    assertThat(DatasetPath.of(text)).isEqualTo(new DatasetPath(fileSystem, path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a/b", "a${x}/b", "mailto:someone", "hdfs:a/b", "1s:/a", ":/a"})
  void refusesWhatIsNoAbsolutePath(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DatasetPath.of(text))
        .withMessageStartingWith("not an absolute path: ");
  }

  @Test
  void refusesARelativePathFromCode() {
    assertThatIllegalArgumentException().isThrownBy(() -> new DatasetPath("", "a"));
  }

  @Test
  void pathWithoutAFileSystemTakesTheDefault() {
    assertThat(DatasetPath.of("/a", "s3a://b").toString()).isEqualTo("s3a://b/a");
    assertThat(DatasetPath.of("hdfs:///a", "hdfs://nn").toString()).isEqualTo("hdfs://nn/a");
    assertThat(DatasetPath.of("s3a://c/a", "s3a://b").toString()).isEqualTo("s3a://c/a");
  }

  @Test
  void ownFileSystemDropsOut() {
    assertThat(at("hdfs://nn:8020/a").relativeTo("hdfs://nn:8020")).isEqualTo(at("/a"));
    assertThat(at("hdfs://nn:8020/a").relativeTo("hdfs://nn")).isEqualTo(at("hdfs://nn:8020/a"));
  }

  @Test
  void pathIsLiteralGlobOrSymbolic() {
    assertThat(at("/a")).matches(p -> p.isLiteral() && !p.isGlob() && !p.isSymbolic());
    assertThat(at("/a/*")).matches(p -> !p.isLiteral() && p.isGlob() && !p.isSymbolic());
    assertThat(at("/a/${x}/*")).matches(p -> !p.isLiteral() && !p.isGlob() && p.isSymbolic());
    assertThat(at("${nn}/a")).matches(p -> !p.isLiteral() && !p.isGlob() && p.isSymbolic());
    assertThat(at("s3a://b/a")).matches(p -> !p.isLiteral() && !p.isGlob() && !p.isSymbolic());
  }

  @ParameterizedTest
  @CsvSource({
    "/a/b,         /a/b",
    "/a/b,         /a/b/c",
    "/,            /a",
    "/a/*,         /a/b/c",
    "/a/*/c,       /a/b/c/d",
    "/a/part-*,    /a/part-0",
    "/a/${x},      /a/${x}/b",
    "/a,           /a/${x}",
    "${out},       ${out}/part",
    "s3a://b/a,    s3a://b/a/c",
    "'/logs/{2024/01,2023}/*', /logs/2024/01/x",
  })
  void ancestorCovers(String ancestor, String path) {
    assertThat(at(ancestor).covers(at(path))).isTrue();
    assertThat(at(ancestor).overlaps(at(path))).isTrue();
    assertThat(at(path).overlaps(at(ancestor))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/a/b,         /a/bc",
    "/a/bc,        /a/b",
    "/a/b,         s3a://x/a/b",
    "/a/*/c,       /a/b/d",
    "/a/b*,        /a/c",
    "/a/b*,        /a/${x}",
    "/a/${x},      /a/${y}",
    "/a/${x},      /a/b",
    "${out},       ${other}/part",
    "/a/*,         /b",
  })
  void strangersDoNotMeet(String one, String other) {
    assertThat(at(one).covers(at(other))).isFalse();
    assertThat(at(one).overlaps(at(other))).isFalse();
    assertThat(at(other).overlaps(at(one))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"/out/part-*, /out", "/out/*/x, /out/a", "/in/*/a, /in/b*/a", "/a/*/*/d, /a/b/c"})
  void globMeetsTheDirectoryItLooksInto(String glob, String directory) {
    assertThat(at(glob).overlaps(at(directory))).isTrue();
    assertThat(at(directory).overlaps(at(glob))).isTrue();
  }

  @Test
  void childDoesNotCoverItsParent() {
    assertThat(at("/a/b").covers(at("/a"))).isFalse();
    assertThat(at("/*").covers(at("/"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"/a/b, /a/b", "/a/*/c, /a", "/*, /", "/a*/b, /", "'/a/b/{c/d,e}', /a/b"})
  void baseHoldsAllThatAPathCanMatch(String path, String base) {
    assertThat(at(path).base()).isEqualTo(base);
  }

  @Test
  void pathsSortByFileSystemThenPath() {
    List<DatasetPath> sorted =
        Stream.of("s3a://b/a", "/b", "/a", "s3a://a/z").map(DatasetPath::of).sorted().toList();
    assertThat(sorted.toString()).isEqualTo("[/a, /b, s3a://a/z, s3a://b/a]");
  }

  private static DatasetPath at(String text) {
    return DatasetPath.of(text);
  }
}
