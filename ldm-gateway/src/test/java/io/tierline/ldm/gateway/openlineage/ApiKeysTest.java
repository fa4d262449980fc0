/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.gateway.openlineage.ApiKeys.NewKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiKeysTest {
  @TempDir private Path directory;

  private final AtomicLong millis = new AtomicLong();
  private final NewKey anns = ApiKeys.make("ann");
  private final NewKey bobs = ApiKeys.make("bob");
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("keys");
    write("# who may send", anns.line(), "", "  " + bobs.line() + "  ", ApiKeys.make("ann").line());
    permit("rw-------");
  }

  private void write(String... lines) throws IOException {
    Files.write(file, List.of(lines));
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000 * (millis.get() + 1)));
  }

  private void permit(String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void keyOpensForItsUserAlone() {
    ApiKeys keys = new ApiKeys(file, millis::get);
    assertThat(keys.userOf(anns.key())).contains("ann");
    assertThat(keys.userOf(bobs.key())).contains("bob");
    assertThat(keys.userOf(ApiKeys.make("ann").key())).isEmpty();
    assertThat(keys.userOf("")).isEmpty();
    assertThat(keys.userOf(anns.line().split(":")[2])).as("the hash opens nothing").isEmpty();
    assertThat(keys.problem()).isEmpty();
  }

  @Test
  void fileThatOthersMayReadOpensNothing() throws Exception {
    for (String permissions : List.of("rw-r-----", "rw----r--", "rw--w----")) {
      permit(permissions);
      ApiKeys keys = new ApiKeys(file, millis::get);
      assertThat(keys.userOf(anns.key())).as(permissions).isEmpty();
      assertThat(keys.problem()).contains("by others");
    }
  }

  @Test
  void modeOrCopyThatLooksUnchangedHoldsAsWell() throws Exception {
    FileTime written = Files.getLastModifiedTime(file);
    ApiKeys keys = new ApiKeys(file, millis::get);
    permit("rw-r--r--");
    millis.set(10_000);
    assertThat(keys.userOf(anns.key())).as("others may read it").isEmpty();
    write(bobs.line());
    permit("rw-------");
    Files.setLastModifiedTime(file, written);
    millis.set(20_000);
    assertThat(keys.userOf(anns.key())).as("taken back").isEmpty();
    assertThat(keys.userOf(bobs.key())).contains("bob");
  }

  @Test
  void changeHoldsWithinSeconds() throws Exception {
    ApiKeys keys = new ApiKeys(file, millis::get);
    millis.set(10_000);
    write(bobs.line());
    assertThat(keys.userOf(anns.key())).as("taken back").isEmpty();
    assertThat(keys.userOf(bobs.key())).contains("bob");
    Files.delete(file);
    millis.set(20_000);
    assertThat(keys.userOf(bobs.key())).isEmpty();
    assertThat(keys.problem()).contains("cannot be read");
    write(bobs.line());
    permit("rw-------");
    millis.set(30_000);
    assertThat(keys.userOf(bobs.key())).contains("bob");
  }

  @Test
  void whatIsNoKeyIsToldByItsLineAndNeverShown() throws Exception {
    write(anns.line(), "secret-as-it-is", "bob = md5:a:b", "eve = sha256:%:%");
    permit("rw-------");
    ApiKeys keys = new ApiKeys(file, millis::get);
    assertThat(keys.problem()).contains("[2, 3, 4]").doesNotContain("secret");
    assertThat(keys.userOf(anns.key())).contains("ann");
    assertThatIllegalArgumentException().isThrownBy(() -> ApiKeys.make("a b"));
  }
}
