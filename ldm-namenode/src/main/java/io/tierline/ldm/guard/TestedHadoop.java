/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.guard;

import io.tierline.common.Setting;
import io.tierline.common.Values;
import java.util.List;
import java.util.Optional;

/**
 * The versions of Hadoop that LDM has been tested with. Much of what LDM goes by is not Hadoop's
 * public interface, so another version may link and still mean something else.
 */
public final class TestedHadoop {
  /** Those that pass in docs/compatibility.json, as a test of the tarball sees to. */
  private static final List<String> TESTED = List.of("3.4.2", "3.4.3", "3.5.0");

  private TestedHadoop() {}

  /**
   * True when it is one of those.
   *
   * @param version as Hadoop says it; a vendor's 3.4.2-1234 is another one
   */
  public static boolean isTested(String version) {
    return TESTED.contains(version);
  }

  /** Those versions, as text. */
  public static String versions() {
    return String.join(", ", TESTED);
  }

  /**
   * Why LDM is to be off there, in one line; empty when it may run.
   *
   * @param untestedAllowed the key that lets LDM run in a Hadoop that it was not tested with
   */
  public static Optional<String> refusal(
      String version, Setting<Boolean> untestedAllowed, Values conf) {
    return untestedAllowed.read(conf) || isTested(version)
        ? Optional.empty()
        : Optional.of(
            "Hadoop %s is not one that it was tested with (%s); %s = true lets it run all the same"
                .formatted(version, versions(), untestedAllowed));
  }
}
