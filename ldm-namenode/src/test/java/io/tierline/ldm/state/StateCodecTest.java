/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.registry.Registration;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StateCodecTest {
  private final StateCodec codec = new StateCodec(16 << 10, 32);
  private final Registration tera =
      new Registration(Samples.teraChain(), "ann", Set.of("gen", "validate"));

  @Test
  void recordOfTheFirstFormatIsRead() throws IOException {
    Registration read = codec.decode(resource("record-1.0.properties"));
    assertThat(read.owner()).isEqualTo("ann");
    assertThat(read.finished()).containsExactly("extract");
    assertThat(read.workflow().id()).isEqualTo("nightly");
    assertThat(read.workflow().jobs()).extracting(Job::name).containsExactly("extract", "load");
    assertThat(read.workflow().jobs().get(1).reads()).containsExactly(at("/stage/a"));
  }

  @Test
  void unknownFieldsOfALaterMinorVersionArePassedOver() throws IOException {
    Registration read = codec.decode(resource("record-1.7.properties"));
    assertThat(read.workflow().id()).isEqualTo("nightly");
    assertThat(read.workflow().jobs().get(0).writes()).containsExactly(at("/stage/a"));
  }

  @Test
  void laterMajorVersionIsRefusedAsSuch() throws Exception {
    Map<String, byte[]> attributes = new HashMap<>(codec.encode(tera));
    attributes.put("head", "{\"version\":\"2.0\",\"and\":[\"what\",\"not\"]}".getBytes(UTF_8));
    assertThatExceptionOfType(NewerStateException.class)
        .isThrownBy(() -> codec.decode(attributes))
        .withMessageContaining("format 2.0")
        .withMessageContaining("up to 1.x");
  }

  @Test
  void whatIsWrittenIsOfThisVersion() throws Exception {
    assertThat(new String(codec.encode(tera).get("head"), UTF_8)).contains("\"version\":\"1.3\"");
  }

  @Test
  void endOfAJobChangesOneSmallAttribute() throws Exception {
    Map<String, byte[]> before = codec.encode(tera);
    Registration now = new Registration(tera.workflow(), "ann", Set.of("gen", "sort", "validate"));
    Map<String, byte[]> after = codec.encode(now);
    assertThat(after.get("doc.00")).isEqualTo(before.get("doc.00"));
    assertThat(after.get("head")).isEqualTo(before.get("head"));
    assertThat(codec.finished(now)).isEqualTo(after.get(StateCodec.FINISHED)).hasSizeLessThan(64);
    Map<String, byte[]> changed = new HashMap<>(before);
    changed.put(StateCodec.FINISHED, codec.finished(now));
    assertThat(codec.decode(changed)).isEqualTo(now);
  }

  @Test
  void workflowThatDoesNotFitIsRefusedWithTheLimits() {
    StateCodec small = new StateCodec(256, 3);
    Job.Builder[] jobs =
        IntStream.range(0, 200)
            .mapToObj(i -> job("job" + i * 7919).writes(at("/out/" + i * 104_729L)))
            .toArray(Job.Builder[]::new);
    Registration large = new Registration(workflow("large", jobs), "ann", Set.of());
    assertThatExceptionOfType(StateTooLargeException.class)
        .isThrownBy(() -> small.encode(large))
        .withMessageContaining("'large' is too large to be kept")
        .withMessageContaining("and 256 ")
        .withMessageContaining("max-xattr-size");
    assertThat(StateCodec.UNLIMITED).satisfies(unlimited -> unlimited.encode(large));
  }

  @Test
  void workflowThatNoDocumentCanHoldIsRefusedBeforeItIsLost() {
    Registration odd = new Registration(workflow("has blanks", job("x")), "ann", Set.of());
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> codec.encode(odd))
        .withMessageContaining("'has blanks' cannot be kept");
  }

  @Test
  void storeWithoutRoomIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new StateCodec(255, 32));
    assertThatIllegalArgumentException().isThrownBy(() -> new StateCodec(16 << 10, 2));
  }

  @Test
  void everyDamageIsNamed() throws Exception {
    damaged("head", null, "no attribute 'head'");
    damaged("head", "null", "no attribute 'head'");
    damaged("head", "{", "'head' is not readable");
    damaged("head", "{}", "no format version");
    damaged("head", "{\"version\":\"0.1\"}", "no format version");
    damaged("head", "{\"version\":\"1.0\",\"bytes\":-1}", "gives no size");
    damaged("head", "{\"version\":\"1.0\",\"bytes\":2000000000}", "gives no size");
    damaged("head", "{\"version\":\"1.0\",\"chunks\":-1}", "gives no size");
    damaged("head", head().replaceAll("\"chunks\":1", "\"chunks\":2"), "is missing");
    damaged("head", head().replaceAll("\"chunks\":1", "\"chunks\":0"), "cannot be inflated");
    damaged("head", head().replaceAll("\"crc32\":\\d+", "\"crc32\":1"), "checksum");
    damaged("head", head().replaceAll("\"bytes\":\\d+", "\"bytes\":9"), "not the size");
    damaged("head", head().replace("\"tera\"", "\"other\""), "another id");
    damaged("head", head().replace("\"ann\"", "null"), "no owner");
    damaged("doc.00", null, "chunk 0 of 1 is missing");
    damaged("doc.00", "not deflated", "cannot be inflated");
    damaged("finished", "{\"jobs\":\"////\"}", "more jobs have ended");
    damaged("finished", "[]", "'finished' is not readable");
    damaged("finished", "null", "no attribute 'finished'");
  }

  @Test
  void noneIsFinishedWhereNoneIsNamed() throws Exception {
    Map<String, byte[]> attributes = new HashMap<>(codec.encode(tera));
    attributes.put("finished", "{}".getBytes(UTF_8));
    assertThat(codec.decode(attributes).finished()).isEmpty();
  }

  private String head() throws LineageException {
    return new String(codec.encode(tera).get("head"), UTF_8);
  }

  private void damaged(String attribute, String value, String... said) throws LineageException {
    Map<String, byte[]> attributes = new HashMap<>(codec.encode(tera));
    if (value == null) {
      attributes.remove(attribute);
    } else {
      attributes.put(attribute, value.getBytes(UTF_8));
    }
    assertThatExceptionOfType(DamagedStateException.class)
        .as("%s = %s", attribute, value)
        .isThrownBy(() -> codec.decode(attributes))
        .satisfies(e -> assertThat(said).anyMatch(e.getMessage()::contains));
  }

  static Map<String, byte[]> resource(String name) throws IOException {
    Properties lines = new Properties();
    try (InputStream in = StateCodecTest.class.getResourceAsStream(name)) {
      lines.load(in);
    }
    Map<String, byte[]> attributes = new HashMap<>();
    lines.forEach(
        (key, value) -> attributes.put((String) key, Base64.getDecoder().decode((String) value)));
    return attributes;
  }
}
