/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.benchmarks.testing.Browser;
import io.tierline.cli.report.Html;
import io.tierline.testing.devices.DeviceUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlPageTest {
  private static String page;

  @BeforeAll
  static void write() throws IOException {
    page =
        new HtmlPage(
                SampleRuns.report(
                    SampleRuns.run(
                        Contender.STOCK, 0, 100, SampleRuns.dataset(1, DISK, DISK, DISK)),
                    SampleRuns.run(Contender.LDM, 100, 0, SampleRuns.dataset(1, SSD, DISK, DISK))))
            .page()
            .html();
  }

  @Test
  void nothingIsLoadedFromElsewhere() {
    assertThat(page).doesNotContainPattern("<(script|link|img|iframe)[^>]*\\b(src|href)=");
    assertThat(page).doesNotContainPattern("@import|url\\((?!#)");
  }

  @Test
  void everySlotIsFilled() {
    assertThat(page).doesNotContain("<!--#").contains("Chart.js v");
  }

  @Test
  void saysThatTimesAreEmulated() {
    assertThat(page).contains("Seconds are of this emulation", "(emulated devices)");
    assertThat(page).contains("The chain took 3 s under HDFS with LDM, 0 % less than the 3 s");
  }

  @Test
  void saysNothingOfTimesWhenTheMachineWasTooBusy() throws IOException {
    RunResult late =
        new RunResult(
            Scene.ALONE,
            Contender.STOCK,
            SampleRuns.graph(),
            List.of(),
            List.of(),
            new Validation(SampleRuns.CHECKSUM, List.of()),
            SampleRuns.CHECKSUM,
            Map.of(),
            Optional.empty(),
            List.of(new DeviceUse("/v", DISK, 1, 1, 100, 50, 0, 0, 0)),
            List.of(),
            Optional.empty());
    DemoReport report =
        SampleRuns.report(
            late, SampleRuns.run(Contender.LDM, 100, 0, SampleRuns.dataset(1, SSD, DISK, DISK)));
    assertThat(report.isTimed()).isFalse();
    assertThat(report.headline()).contains("too busy");
    assertThat(new HtmlPage(report).page().html()).contains("too busy").doesNotContain("\u2192");
  }

  @Test
  void tablesCarryTheNumbersOfThePlots() {
    assertThat(page).contains("100.0 %", "no input", "7 of 7", "<svg class=\"graph\"");
  }

  @Test
  void dataCannotEndItsScript() {
    int start = page.indexOf("id=\"data\">");
    String data = page.substring(start, page.indexOf("</script>", start));
    assertThat(data).contains("\"ssd_read_fraction\":1.0").doesNotContain("</");
  }

  @Test
  @Tag("integration")
  void everyPlotIsDrawn(@TempDir Path directory) throws Exception {
    assertThat(Browser.notDrawn(bothScenes(), directory)).isEmpty();
  }

  private static String bothScenes() throws IOException {
    return new HtmlPage(
            SampleRuns.report(
                SampleRuns.run(Contender.LDM, 100, 0, SampleRuns.dataset(1, SSD, DISK, DISK)),
                SampleRuns.beside(Contender.ONE_SSD, 20),
                SampleRuns.beside(Contender.LDM, 15)))
        .page()
        .html();
  }

  @Test
  void secondSceneHasASentenceStripsAndTables() throws IOException {
    assertThat(page).doesNotContain("id=\"beside\"");
    assertThat(bothScenes())
        .contains(
            "Beside other jobs on a small fast tier, the chain took 15 s under HDFS with LDM,"
                + " 25 % less than the 20 s",
            "<path class=\"disk\" d=\"M0 18V9.0H1V0.0H2V18Z\"/>",
            "<path d=\"M0 0L1 500L2 250\"/>",
            "Meanwhile the other jobs moved 5 MB/s under HDFS, ONE_SSD set by hand, 6 MB/s under",
            "disks position for 20 % of the time<",
            // A device that moved 200 MB in two busy seconds, and 90 MB in 15 s beside the chain.
            ">100<",
            ">6.0<");
  }

  @Test
  void secondSceneAloneHasItsPlotsOnce() throws IOException {
    String html =
        new HtmlPage(
                SampleRuns.report(
                    SampleRuns.beside(Contender.ONE_SSD, 20), SampleRuns.beside(Contender.LDM, 15)))
            .page()
            .html();
    assertThat(html)
        .contains("id=\"beside\"", "id=\"spent-chart\"", "<svg class=\"arm\"")
        .doesNotContain("id=\"beside-chart\"", "id=\"beside-spent-chart\"");
  }

  @Test
  void cellsAreEscaped() {
    assertThat(Html.table("c", "a").row(false, "<b>&").end()).contains("&lt;b&gt;&amp;");
  }
}
