/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian packages of this build, looked over and put in by dpkg itself. */
class DebianPackagesTest {
  private static final List<String> PACKAGES =
      List.of("tierline-bid", "tierline-ldm", "tierline-rlsm");

  /** A dpkg with a file system of its own. It runs no scripts, and there are none. */
  private static final String DPKG = "dpkg --root=\"$ROOT\" --force-depends --log=/dev/null ";

  @TempDir private Path root;

  @BeforeAll
  static void needsDpkg() throws Exception {
    assumeTrue(Tarball.bash("command -v dpkg-deb", Map.of()).status() == 0, "no dpkg here");
  }

  private static List<Path> packages() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return files.filter(file -> file.toString().endsWith(".deb")).sorted().toList();
    }
  }

  private String run(String script) throws Exception {
    Tarball.Outcome outcome =
        Tarball.bash("set -o pipefail; " + script, Map.of("ROOT", root.toString(), "TZ", "UTC"));
    outcome.requireSuccess();
    return outcome.output();
  }

  @Test
  void thereIsOneForEachPart() throws Exception {
    assertThat(packages())
        .extracting(file -> file.getFileName().toString().replaceFirst("_.*", ""))
        .isEqualTo(PACKAGES);
    for (Path file : packages()) {
      String control = run("dpkg-deb --field '" + file + "'");
      assertThat(control)
          .contains("Package: tierline-", "Version: 0", "Maintainer: ", "Section: java")
          .contains("Depends: default-jre-headless (>= 2:1.17)", "Installed-Size: ")
          .doesNotContain("[[");
      assertThat(control.lines().filter(line -> line.startsWith("Description: ")))
          .singleElement()
          .satisfies(line -> assertThat(line).hasSizeLessThan(80));
    }
  }

  /** As a linter would have it: root's, not to be written by others, no time of today. */
  @Test
  void filesAreRootsAndOfOneTime() throws Exception {
    for (Path file : packages()) {
      String listed = run("dpkg-deb --contents '" + file + "' | awk '{print $1, $2, $4, $5}'");
      assertThat(listed.lines())
          .isNotEmpty()
          .allMatch(line -> line.matches("(-rw-r--r--|drwxr-xr-x) root/root .*"))
          .map(line -> line.split(" ", 3)[2])
          .containsOnly("2026-11-20 00:00");
      assertThat(run("dpkg-deb --ctrl-tarfile '" + file + "' | tar -t"))
          .contains("./control", "./md5sums");
      String data = run("dpkg-deb --fsys-tarfile '" + file + "' | tar -t");
      assertThat(data).contains("/usr/share/doc/tierline-", "/copyright", "/NOTICE");
      assertThat(data.lines()).doesNotHaveDuplicates();
    }
  }

  /** Which no other package of Hadoop or HBase has: all are named after Tierline. */
  @Test
  void filesLieWhereHadoopAndHBaseLook() throws Exception {
    TreeSet<String> found = new TreeSet<>();
    for (Path file : packages()) {
      run("dpkg-deb --fsys-tarfile '" + file + "' | tar -t")
          .lines()
          .filter(line -> !line.endsWith("/") && !line.contains("/usr/share/doc/"))
          .map(line -> line.replaceFirst("^\\.", "").replaceFirst("-\\d.*\\.jar$", ".jar"))
          .forEach(found::add);
    }
    assertThat(found)
        .containsExactly(
            "/usr/lib/hadoop-hdfs/lib/tierline-bid-agent.jar",
            "/usr/lib/hadoop-hdfs/lib/tierline-ldm-gateway.jar",
            "/usr/lib/hadoop-hdfs/lib/tierline-ldm-namenode.jar",
            "/usr/lib/hadoop/libexec/shellprofile.d/tierline-bid.sh",
            "/usr/lib/hadoop/libexec/shellprofile.d/tierline-ldm.sh",
            "/usr/lib/hbase/lib/tierline-rlsm-hbase.jar");
  }

  @Test
  void jarsAreThoseOfTheTarball() throws Exception {
    run("tar -C \"$ROOT\" -xzf '" + Tarball.file() + "'");
    for (Path file : packages()) {
      run("dpkg-deb --extract '" + file + "' \"$ROOT/deb\"");
    }
    run(
        "cd \"$ROOT\" && for jar in deb/usr/lib/hadoop-hdfs/lib/*.jar; do"
            + " cmp \"$jar\" tierline-*/hadoop/share/hadoop/hdfs/lib/\"${jar##*/}\"; done;"
            + " cmp deb/usr/lib/hbase/lib/*.jar tierline-*/hbase/lib/*.jar");
  }

  /** In a folder that stands for the whole system. */
  @Test
  void goInAndOutAndLeaveNothing() throws Exception {
    assumeTrue(run("id -u").strip().equals("0"), "dpkg wants to be root");
    run("mkdir -p \"$ROOT\"/var/lib/dpkg/{info,updates} && touch \"$ROOT\"/var/lib/dpkg/status");
    for (Path file : packages()) {
      run(DPKG + "--install '" + file + "'");
    }
    assertThat(run(DPKG + "--list | grep -c '^ii  tierline-'").strip()).isEqualTo("3");
    assertThat(run("find \"$ROOT\"/usr -name 'tierline-*.jar' | wc -l").strip()).isEqualTo("4");
    run(DPKG + "--verify");
    run(DPKG + "--purge " + String.join(" ", PACKAGES));
    assertThat(root.resolve("usr")).doesNotExist();
  }
}
