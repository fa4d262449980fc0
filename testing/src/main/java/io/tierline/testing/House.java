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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What holds in every module, whatever it does. */
public final class House {
  private static final Path SOURCES = Path.of("src", "main", "java");

  private House() {}

  /**
   * Holds a module to it: no circles among packages, those that bear a host's name included; no
   * large package that does not say why; no class but values named all over another package,
   * whichever module the class is of.
   *
   * @param module its folder
   * @param values classes that are values although they are no records
   */
  public static void requireOrder(Path module, String... values) throws IOException {
    Path sources = module.resolve(SOURCES);
    assertThat(sources).isDirectory();
    slices()
        .matching("(**)")
        .should()
        .beFreeOfCycles()
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPath(module.resolve(Path.of("target", "classes"))));
    assertThat(LargePackages.withoutReason(sources)).isEmpty();
    assertThat(WideNames.noValues(sources, allSources(module), Set.of(values))).isEmpty();
  }

  private static List<Path> allSources(Path module) throws IOException {
    try (Stream<Path> modules = Files.list(module.toAbsolutePath().normalize().getParent())) {
      return modules.map(each -> each.resolve(SOURCES)).filter(Files::isDirectory).toList();
    }
  }
}
