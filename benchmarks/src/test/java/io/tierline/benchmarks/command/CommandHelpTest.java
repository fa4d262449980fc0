/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.cli.HelpTexts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The help that {@code ./tierline} shows before anything is built is what the options say. After a
 * change of options {@code mvn ... -Dtest=CommandHelpTest -Dtierline.help.write=true} writes it.
 */
class CommandHelpTest {
  private static final Path TEXTS = Path.of("..", "docs", "commands");
  private static final Pattern SHOWN = Pattern.compile("\\./tierline ([a-z-]+)([^`\\n|#]*)");
  private static final Pattern OPTION = Pattern.compile("(?<!\\S)--?[a-zA-Z][a-z-]*");

  @Test
  void eachTextIsWhatTheOptionsSay() throws Exception {
    Map<String, String> texts = HelpTexts.all();
    if (Boolean.getBoolean("tierline.help.write")) {
      for (Map.Entry<String, String> text : texts.entrySet()) {
        Files.writeString(TEXTS.resolve(text.getKey() + ".txt"), text.getValue());
      }
    }
    for (Map.Entry<String, String> text : texts.entrySet()) {
      assertThat(TEXTS.resolve(text.getKey() + ".txt")).hasContent(text.getValue());
    }
    try (Stream<Path> files = Files.list(TEXTS)) {
      Set<String> names =
          files
              .map(file -> file.getFileName().toString().replace(".txt", ""))
              .collect(Collectors.toSet());
      assertThat(names).isEqualTo(texts.keySet());
    }
  }

  /** Each command that the docs show is one, and has the options that it is shown with. */
  @Test
  void commandsOfTheDocsAreKnown() throws Exception {
    Map<String, String> texts = HelpTexts.all();
    int shown = 0;
    try (Stream<Path> pages = Files.find(Path.of(".."), 3, (file, facts) -> isPage(file))) {
      for (Path page : pages.toList()) {
        Matcher command = SHOWN.matcher(Files.readString(page));
        while (command.find()) {
          shown++;
          assertThat(texts).as("%s: %s", page, command.group()).containsKey(command.group(1));
          String own = command.group(2).split(" -- ")[0];
          assertThat(OPTION.matcher(own).results().map(MatchResult::group))
              .as("%s: %s", page, command.group())
              .allMatch(option -> texts.get(command.group(1)).matches(known(option)));
        }
      }
    }
    assertThat(shown).isGreaterThan(50);
  }

  private static boolean isPage(Path file) {
    String path = file.toString();
    return path.endsWith(".md") && (path.contains("/docs/") || file.getNameCount() == 2);
  }

  private static String known(String option) {
    return "(?s).*[\\s\\[(,]" + Pattern.quote(option) + "[=,\\s\\]].*";
  }

  @Test
  void everyOptionIsDescribed() {
    assertThat(HelpTexts.undescribed()).isEmpty();
  }
}
