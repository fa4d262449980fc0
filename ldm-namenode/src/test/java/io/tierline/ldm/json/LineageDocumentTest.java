/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.json;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.Rename;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineageDocumentTest {
  @Test
  void readsWhatPeopleWrite() throws LineageException {
    Workflow workflow =
        read(
            """
            {"id": "nightly",
             "jobs": [{"name": "extract", "type": "spark", "writes": ["/stage/a"]},
                      {"name": "load", "after": ["extract"], "reads": ["/stage/a"],
                       "writes": ["/out"], "onError": true, "line": 7, "excludes": ["extract"],
                       "renames": [{"source": "/out", "target": "/final"}]}],
             "notes": [{"line": 3, "text": "guessed"}]}
            """);
    assertThat(workflow.name()).isEqualTo("nightly");
    assertThat(workflow.notes()).containsExactly(new Note(3, "", "guessed"));
    Job load = workflow.jobs().get(1);
    assertThat(load.type()).isEqualTo("job");
    assertThat(load.after()).containsExactly("extract");
    assertThat(load.excludes()).containsExactly("extract");
    assertThat(load.line()).isEqualTo(7);
    assertThat(load.onError()).isTrue();
    assertThat(load.reads()).containsExactly(at("/stage/a"));
    assertThat(load.renames()).containsExactly(new Rename(at("/out"), at("/final")));
  }

  @Test
  void theStartOfAJobIsATime() throws LineageException {
    String document =
        "{\"id\":\"w\",\"name\":\"w\",\"jobs\":["
            + "{\"name\":\"a\",\"type\":\"job\",\"start\":\"2026-03-29T01:00:00Z\"}]}";
    Workflow workflow = new LineageDocument(document).read("w");
    assertThat(workflow.jobs().get(0).start()).contains(Instant.parse("2026-03-29T01:00:00Z"));
    assertThat(LineageDocument.write(workflow)).isEqualTo(document);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> new LineageDocument(document.replace("2026-03", "soon")).read("w"))
        .withMessageContaining("job 'a': start is a time such as");
  }

  @Test
  void fromWhenAndUntilWhenAJobReadsIsKept() throws LineageException {
    String document =
        "{\"id\":\"w\",\"name\":\"w\",\"jobs\":["
            + "{\"name\":\"a\",\"type\":\"job\",\"data\":\"2026-03-29T02:00:00Z\","
            + "\"readsUntil\":[\"b\"]},"
            + "{\"name\":\"b\",\"type\":\"job\"}]}";
    Workflow workflow = new LineageDocument(document).read("w");
    assertThat(workflow.jobs().get(0).reading().earliest())
        .contains(Instant.parse("2026-03-29T02:00:00Z"));
    assertThat(LineageDocument.write(workflow)).isEqualTo(document);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> new LineageDocument(document.replace("[\"b\"]", "[\"c\"]")).read("w"))
        .withMessageContaining("job 'a' names an unknown job 'c'");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> new LineageDocument(document.replace("2026-03", "soon")).read("w"))
        .withMessageContaining("job 'a': data is a time such as");
  }

  @Test
  void byHowManyTasksAJobReadsAndHowMuchItWritesIsKept() throws LineageException {
    String document =
        "{\"id\":\"w\",\"name\":\"w\",\"jobs\":["
            + "{\"name\":\"a\",\"type\":\"job\",\"tasks\":3,\"outputBytes\":7}]}";
    Workflow workflow = new LineageDocument(document).read("w");
    assertThat(workflow.jobs().get(0).reading().tasks()).isEqualTo(3);
    assertThat(workflow.jobs().get(0).outputBytes()).isEqualTo(7);
    assertThat(LineageDocument.write(workflow)).isEqualTo(document);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> new LineageDocument(document.replace("3", "-1")).read("w"))
        .withMessageContaining("job 'a': 'tasks' and 'outputBytes' are at least 0");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> new LineageDocument(document.replace("7", "-7")).read("w"));
  }

  @Test
  void givenIdStandsInForAMissingOne() throws LineageException {
    assertThat(new LineageDocument("{\"jobs\":[]}").read("given").id()).isEqualTo("given");
  }

  @Test
  void writesOnlyWhatIsThereInAFixedOrder() throws LineageException {
    Workflow workflow =
        Workflow.of(
            "w",
            "w",
            List.of(
                job("a").build(),
                job("b").build(),
                job("c").after("b").after("a").writes(at("/x")).build()),
            List.of());
    assertThat(LineageDocument.write(workflow))
        .isEqualTo(
            "{\"id\":\"w\",\"name\":\"w\",\"jobs\":["
                + "{\"name\":\"a\",\"type\":\"map-reduce\"},{\"name\":\"b\",\"type\":\"map-reduce\"},"
                + "{\"name\":\"c\",\"type\":\"map-reduce\",\"after\":[\"a\",\"b\"],\"writes\":[\"/x\"]}]}");
  }

  @Test
  void everythingSurvivesTheRoundTrip() throws LineageException {
    Job full =
        job("a/b c")
            .line(4)
            .onError(true)
            .excludes("other")
            .after("other")
            .reads(DatasetPath.of("s3a://b/x"))
            .writes(DatasetPath.of("${nameNode}/y"))
            .use(new DatasetUse(at("/guess/*"), Access.READ, true))
            .use(new DatasetUse(at("/guess"), Access.WRITE, true))
            .renames(at("/y"), at("/z"))
            .build();
    Workflow workflow =
        Workflow.of(
            "0000001-240101000000000-oozie-oozi-W",
            "",
            List.of(full, job("other").build()),
            List.of(new Note(2, "other", "hidden paths")));
    assertThat(read(LineageDocument.write(workflow))).isEqualTo(workflow);
  }

  @Test
  void emptyWorkflowSurvivesTheRoundTrip() throws LineageException {
    Workflow empty = Workflow.of("w", "w", List.of(), List.of());
    assertThat(read(LineageDocument.write(empty))).isEqualTo(empty);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "0000001-240101000000000-oozie-oozi-W",
        "nightly.etl_2@cluster:1+x",
        ".a",
        "..a"
      })
  void idsThatUrlsAndLogsCanCarryAreTaken(String id) throws LineageException {
    assertThat(read("{\"id\":\"%s\",\"jobs\":[]}".formatted(id)).id()).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a/b", "a b", ".", "..", "a?b", "a%2Fb", "ü", "a\\nb", "<b>"})
  void otherIdsAreRefused(String id) {
    assertThat(refusal("{\"id\":\"%s\",\"jobs\":[]}".formatted(id)))
        .startsWith("a workflow's id has 1 to 256 letters");
  }

  @Test
  void longIdIsRefused() {
    assertThat(refusal("{\"id\":\"%s\",\"jobs\":[]}".formatted("a".repeat(257))))
        .startsWith("a workflow's id has 1 to 256 letters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          `` | not a lineage document: it is empty (line 1)
          "x" | not a lineage document: it has to be an object (line 1)
          {"jobs":{}} | not a lineage document: 'jobs' has to be a list (line 1)
          {"jobs":[7]} | not a lineage document: 'jobs[0]' has to be an object (line 1)
          {"jobs":[{"name":"a","reads":"/a"}]} | not a lineage document: 'jobs[0].reads' has to be a list (line 1)
          {"jobs":[{"name":"a","onError":"x"}]} | not a lineage document: 'jobs[0].onError' has to be true or false (line 1)
          {"jobs":[{"name":"a","line":"x"}]} | not a lineage document: 'jobs[0].line' has to be a whole number (line 1)
          {"jobs":[]}] | not a lineage document: Unexpected close marker ']': expected '}' (line 1)
          {"jobs":[]}{} | not a lineage document: there is more after its end (line 1)
          {"id":"a","name":"x\\u001by","jobs":[]} | name has at most 1024 characters, none of them a control
          {"jobs":[{"name":"a","type":"x\\ny"}]} | job 'a': type has at most 1024 characters, none of them a control
          null | not a lineage document: it has no 'jobs'
          {} | not a lineage document: it has no 'jobs'
          {"id":"a","jobs":null} | not a lineage document: it has no 'jobs'
          {"jobs":[null]} | a job of the lineage document has no 'name'
          {"jobs":[{}]} | a job of the lineage document has no 'name'
          {"jobs":[{"name":" "}]} | a job of the lineage document has no 'name'
          {"jobs":[{"name":"a","after":[null]}]} | a job of the lineage document names a null job
          {"jobs":[{"name":"a","after":["b"]}]} | workflow w: job 'a' names an unknown job 'b'
          {"jobs":[{"name":"a","reads":["b"]}]} | job 'a': not an absolute path: b
          {"jobs":[{"name":"a","reads":[null]}]} | job 'a': not an absolute path:
          {"jobs":[{"name":"a","renames":[null]}]} | job 'a': a rename is null
          {"jobs":[{"name":"a","renames":[{}]}]} | job 'a': not an absolute path:
          {"jobs":[],"notes":[null]} | not a lineage document: a note is null
          {"jobs":[],"job":1} | not a lineage document: unknown field 'job'; known are [id, jobs, name, notes] (line 1)
          """)
  void faultIsNamed(String json, String message) {
    assertThat(refusal(json).strip()).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "1",
        "\"text\"",
        "{\"jobs\":{}}",
        "{\"jobs\":[[]]}",
        "{\"jobs\":[1]}",
        "{\"jobs\":\"a\"}",
        "{\"jobs\":[{\"name\":[\"a\"]}]}",
        "{\"jobs\":[{\"name\":{}}]}",
        "{\"jobs\":[{\"name\":\"a\",\"reads\":\"/x\"}]}",
        "{\"jobs\":[{\"name\":\"a\",\"reads\":[[\"/x\"]]}]}",
        "{\"jobs\":[{\"name\":\"a\",\"line\":\"7\"}]}",
        "{\"jobs\":[{\"name\":\"a\",\"line\":1.5}]}",
        "{\"jobs\":[{\"name\":\"a\",\"line\":1e999999999}]}",
        "{\"jobs\":[{\"name\":\"a\",\"line\":99999999999}]}",
        "{\"jobs\":[{\"name\":\"a\",\"onError\":\"true\"}]}",
        "{\"jobs\":[{\"name\":\"a\",\"onError\":1}]}",
        "{\"jobs\":[{\"name\":\"a\",\"name\":\"b\"}]}",
        "{\"jobs\":[]} {}",
        "{\"jobs\":[]} x",
        "{\"jobs\":[",
        "{'jobs':[]}",
        "{\"jobs\":[]/*c*/}",
        "\u0000",
        "{\"jobs\":[{\"name\":\"\\ud800\",\"x\":1}]}",
      })
  void whatIsNoDocumentIsRefusedInOneLine(String json) {
    assertThat(refusal(json)).startsWith("not a lineage document: ").doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "{\"jobs\":",
        "{\"jobs\":[{\"name\":",
        "{\"jobs\":[{\"reads\":[",
        "{\"x\":",
        "{\"jobs\":[{\"x\":["
      })
  void deepNestingIsRefused(String opening) {
    assertThat(refusal(opening.repeat(100_000))).startsWith("not a lineage document: ");
    assertThat(refusal(opening + "[".repeat(1_000_000))).startsWith("not a lineage document: ");
    assertThat(refusal(opening + "{\"a\":".repeat(500_000))).startsWith("not a lineage document: ");
  }

  @Test
  void hugeNumberIsRefused() {
    String digits = "9".repeat(1_000_000);
    assertThat(refusal("{\"jobs\":[{\"name\":\"a\",\"line\":%s}]}".formatted(digits)))
        .hasSizeLessThan(600);
  }

  @Test
  void messageStaysShortWhateverItQuotes() {
    String longText = "x".repeat(1_000_000);
    assertThat(refusal("{\"%s\":1}".formatted(longText))).hasSizeLessThan(600);
    assertThat(refusal("{\"jobs\":[{\"name\":\"a\",\"reads\":[\"%s\"]}]}".formatted(longText)))
        .isEqualTo("job 'a': a path has at most 8000 characters");
  }

  private static Workflow read(String json) throws LineageException {
    return new LineageDocument(json).read("w");
  }

  private static String refusal(String json) {
    String[] message = new String[1];
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> read(json))
        .satisfies(e -> message[0] = e.getMessage());
    return message[0];
  }
}
