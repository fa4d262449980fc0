/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every link in README and docs leads somewhere; addresses of others are not asked. */
class LinksTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$|`[^`\n]+`");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*)$");

  private static List<Path> pages() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path folder : List.of(ROOT, DOCS)) {
      try (Stream<Path> found = Files.walk(folder, folder.equals(ROOT) ? 1 : 3)) {
        found.filter(file -> file.toString().endsWith(".md")).forEach(all::add);
      }
    }
    return all;
  }

  private static List<String> links(Path page) throws IOException {
    // A link may go over the end of a line, but then not within its address.
    String text = CODE.matcher(Files.readString(page)).replaceAll("");
    return LINK.matcher(text).results().map(found -> found.group(1)).toList();
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> dead = new ArrayList<>();
    int followed = 0;
    for (Path page : pages()) {
      for (String link : links(page)) {
        if (!link.matches("[a-z]+:.*")) {
          followed++;
          if (!leadsSomewhere(page, link)) {
            dead.add(ROOT.relativize(page) + ": " + link);
          }
        }
      }
    }
    assertThat(dead).isEmpty();
    assertThat(followed).isGreaterThan(200);
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    Path target =
        path.isEmpty()
            ? page
            : page.resolveSibling(URLDecoder.decode(path, StandardCharsets.UTF_8)).normalize();
    if (!target.startsWith(ROOT) || !Files.exists(target)) {
      return false;
    }
    return hash < 0
        || !target.toString().endsWith(".md")
        || anchors(Files.readString(target)).contains(link.substring(hash + 1));
  }

  /** As GitHub and the site make them of headings; a second one of the same name has a number. */
  private static Set<String> anchors(String page) {
    Set<String> all = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    Matcher heading = HEADING.matcher(page.replaceAll("(?ms)^```.*?^```$", ""));
    while (heading.find()) {
      String anchor = anchor(heading.group(1));
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      all.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return all;
  }

  private static String anchor(String heading) {
    return heading
        .strip()
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .replace(' ', '-');
  }

  @ParameterizedTest
  @CsvSource({
    "Before you begin, before-you-begin",
    "BID's dataset, bids-dataset",
    "`hdfs ldm -check` and more, hdfs-ldm--check-and-more",
    "A [link](x.md) in it, a-link-in-it",
  })
  void anchorsAreMadeOfHeadings(String heading, String anchor) {
    assertThat(anchor(heading)).isEqualTo(anchor);
  }

  @Test
  void deadLinksAreSeen() throws IOException {
    Path page = DOCS.resolve("install.md");
    assertThat(leadsSomewhere(page, "install.md#upgrade")).isTrue();
    assertThat(leadsSomewhere(page, "#upgrade")).isTrue();
    assertThat(leadsSomewhere(page, "install.md#upgraed")).isFalse();
    assertThat(leadsSomewhere(page, "intsall.md")).isFalse();
    assertThat(leadsSomewhere(page, "../../passwd")).isFalse();
  }
}
