/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page that needs no network: what all pages have ({@code page.html}: style, figures, Chart.js
 * and what draws with it) around a template of the owner's. Slots, written {@code <!--#name-->},
 * are filled with text; a page gives its script as {@code js} and may give styles as {@code
 * owncss}.
 */
public final class Page {
  private static final Pattern SLOT = Pattern.compile("<!--#(\\w+)-->");
  private static final String CHART_JS_POM =
      "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART_JS =
      "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.js";

  private final Class<?> owner;
  private final String template;
  private final Map<String, String> slots = new HashMap<>();

  /**
   * A page to be filled.
   *
   * @param owner whose resource the template is
   * @param title what a browser calls it
   * @param template its header and its main part
   */
  public Page(Class<?> owner, String title, String template) {
    this.owner = owner;
    this.template = template;
    slot("title", title);
    slot("owncss", "");
  }

  /** Fills a slot with HTML. */
  public Page slot(String name, String html) {
    slots.put(name, html);
    return this;
  }

  /** Fills the slot {@code numbers}: the tables behind the plots, and what was measured on what. */
  public Page numbers(String tables, String setting) throws IOException {
    slot("tables", tables);
    slot("setting", setting);
    return slot("numbers", filled(text(Page.class, "numbers.html")).strip());
  }

  /** Fills a slot with a resource of the owner's, such as its script. */
  public Page resource(String slot, String name) throws IOException {
    return slot(slot, text(owner, name));
  }

  /** Embeds the figures that the page's script draws. */
  public Page data(Object figures) throws IOException {
    // A script element ends at the first "</", whatever it stands in.
    return slot("data", new ObjectMapper().writeValueAsString(figures).replace("</", "<\\/"));
  }

  /** The whole page. */
  public String html() throws IOException {
    slot("css", text(Page.class, "page.css"));
    slot("chartjs", chartJs());
    slot("common", text(Page.class, "common.js"));
    slot("body", filled(text(owner, template)));
    return filled(text(Page.class, "page.html"));
  }

  private String filled(String text) {
    return SLOT.matcher(text)
        .replaceAll(slot -> Matcher.quoteReplacement(slots.get(slot.group(1))));
  }

  /** Writes {@code index.html} and returns it. */
  public Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    return Files.writeString(directory.resolve("index.html"), html());
  }

  /** The version that the build resolved; a web jar's paths carry it. */
  private static String chartJs() throws IOException {
    Properties pom = new Properties();
    try (InputStream in = open(Page.class, CHART_JS_POM)) {
      pom.load(in);
    }
    return text(Page.class, CHART_JS.formatted(pom.getProperty("version")));
  }

  private static String text(Class<?> owner, String name) throws IOException {
    try (InputStream in = open(owner, name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(Class<?> owner, String name) throws IOException {
    InputStream in = owner.getResourceAsStream(name);
    if (in == null) {
      throw new FileNotFoundException(name + " is missing from the class path");
    }
    return in;
  }
}
