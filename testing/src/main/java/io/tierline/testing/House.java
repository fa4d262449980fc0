/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** What holds in every module, whatever it does. */
public final class House {
  private House() {}

  /**
   * Holds a module to it: no circles among packages, no large package that does not say why, no
   * class but values named all over another package.
   *
   * @param module its folder
   * @param values classes that are values although they are no records
   */
  public static void requireOrder(Path module, String... values) throws IOException {
    Path sources = module.resolve(Path.of("src", "main", "java"));
    assertThat(sources).isDirectory();
    slices()
        .matching("io.tierline.(**)")
        .should()
        .beFreeOfCycles()
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPath(module.resolve(Path.of("target", "classes"))));
    assertThat(LargePackages.withoutReason(sources)).isEmpty();
    assertThat(WideNames.noValues(sources, Set.of(values))).isEmpty();
  }
}
