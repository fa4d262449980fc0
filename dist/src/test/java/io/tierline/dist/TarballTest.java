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

import io.tierline.bid.delta.DeltaMark;
import io.tierline.ldm.guard.TestedHadoop;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the tarball, where the docs' commands put it, and what bin/tierline-check says. */
class TarballTest {
  private static final List<String> LDM =
      List.of("tierline-ldm-namenode", "tierline-ldm-gateway", "tierline-bid-agent");

  private static final String AGENT =
      "\"$HADOOP_HOME\"/share/hadoop/hdfs/lib/tierline-bid-agent-*.jar";

  @TempDir private Path temporary;
  private Path hadoop;
  private Path hbase;

  /** A Hadoop and an HBase of which there is what is looked at. */
  @BeforeEach
  void makeHosts() throws Exception {
    hadoop = temporary.resolve("hadoop home");
    hbase = temporary.resolve("hbase home");
    file(hadoop.resolve("share/hadoop/common/hadoop-common-3.4.2.jar"), "");
    file(hadoop.resolve("share/hadoop/common/hadoop-common-3.4.2-tests.jar"), "");
    file(hbase.resolve("lib/hbase-server-2.6.4-hadoop3.jar"), "");
  }

  private static Path file(Path path, String content) throws Exception {
    Files.createDirectories(path.getParent());
    return Files.writeString(path, content);
  }

  private Tarball.Outcome run(String script) throws Exception {
    return Tarball.bash(
        script,
        Map.of(
            "HADOOP_HOME", hadoop.toString(),
            "HBASE_HOME", hbase.toString(),
            "JAVA_HOME", System.getProperty("java.home"),
            "TESTS", System.getProperty("java.class.path"),
            "TARBALL", Tarball.file().toString()));
  }

  private Tarball.Outcome check() throws Exception {
    run("tar -C '" + temporary + "' -xzf \"$TARBALL\"").requireSuccess();
    return run("'" + temporary.resolve(Tarball.root()) + "/bin/tierline-check'");
  }

  private void unpack() throws Exception {
    for (String command : Tarball.commands("Unpack it")) {
      run(command).requireSuccess();
    }
  }

  private List<String> below(Path folder) throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString().replaceFirst("-\\d.*\\.jar$", ".jar"))
          .sorted()
          .toList();
    }
  }

  @Test
  void liesWhereTheHostsLook() throws Exception {
    List<String> hadoopBefore = below(hadoop);
    List<String> hbaseBefore = below(hbase);
    unpack();
    TreeSet<String> wanted = new TreeSet<>(hadoopBefore);
    LDM.forEach(jar -> wanted.add("share/hadoop/hdfs/lib/" + jar + ".jar"));
    wanted.add("libexec/shellprofile.d/tierline-bid.sh");
    wanted.add("libexec/shellprofile.d/tierline-ldm.sh");
    for (String site : List.of("hdfs-site-ldm", "yarn-site-ldm", "tierline-gateway-site")) {
      wanted.add("etc/hadoop/" + site + ".xml.template");
    }
    assertThat(new TreeSet<>(below(hadoop))).isEqualTo(wanted);
    TreeSet<String> wantedOfHBase = new TreeSet<>(hbaseBefore);
    wantedOfHBase.add("lib/tierline-rlsm-hbase.jar");
    wantedOfHBase.add("conf/hbase-site-rlsm.xml.template");
    assertThat(new TreeSet<>(below(hbase))).isEqualTo(wantedOfHBase);
    run(Tarball.commands("Take it out").get(0)).requireSuccess();
    assertThat(below(hadoop)).isEqualTo(hadoopBefore);
    assertThat(below(hbase)).isEqualTo(hbaseBefore);
  }

  /** What the templates leave out: an operator copies properties from there. */
  @Test
  void everyKeyIsThereWithItsDefault() throws Exception {
    run("tar xzf \"$TARBALL\" -C '%s' --strip-components=3 --wildcards '*/share/settings/*'"
            .formatted(temporary))
        .requireSuccess();
    for (String part : List.of("ldm", "ldm-yarn", "gateway", "bid", "rlsm")) {
      String keys = Files.readString(temporary.resolve("tierline-" + part + "-default.xml"));
      assertThat(keys).contains("<name>tierline.", "<value>", "<description>");
    }
  }

  /** The first command of the page, which a copy that was cut short does not pass. */
  @Test
  void checksumTellsACopyThatIsCutShort() throws Exception {
    String check = Tarball.commands("Unpack it").get(0);
    run(check).requireSuccess();
    Path copy = temporary.resolve(Tarball.file().getFileName());
    run("head -c 100000 \"$TARBALL\" > '%1$s' && cp \"$TARBALL.sha512\" '%1$s.sha512'"
            .formatted(copy))
        .requireSuccess();
    assertThat(run("TARBALL='" + copy + "'\n" + check).output()).contains("FAILED");
  }

  /** Old jars go once the new ones are there, and only then. */
  @Test
  void upgradeLeavesTheNewJarsAlone() throws Exception {
    List<Path> libs = List.of(hadoop.resolve("share/hadoop/hdfs/lib"), hbase.resolve("lib"));
    for (Path lib : libs) {
      file(lib.resolve("tierline-ldm-namenode-0.0.9.jar"), "");
      file(lib.resolve("tierline-rlsm-hbase-0.0.9.jar"), "");
      file(lib.resolve("guava-0.0.9.jar"), "");
    }
    for (String upgrade : Tarball.commands("Upgrade")) {
      Tarball.Outcome broken = run("TARBALL=/nowhere/tierline-1.tar.gz\n" + upgrade);
      assertThat(broken.status()).as(broken.output()).isNotZero();
    }
    for (Path lib : libs) {
      assertThat(lib.resolve("tierline-ldm-namenode-0.0.9.jar")).exists();
    }
    for (String upgrade : Tarball.commands("Upgrade")) {
      run(upgrade).requireSuccess();
    }
    for (Path lib : libs) {
      assertThat(lib.resolve("tierline-ldm-namenode-0.0.9.jar")).doesNotExist();
      assertThat(lib.resolve("guava-0.0.9.jar")).exists();
    }
    check().requireSuccess();
  }

  /** No time of today and no user of this machine, by which two builds would differ. */
  @Test
  void namesNeitherTheTimeNorTheBuilder() throws Exception {
    Tarball.Outcome listed = run("tar --numeric-owner -tvzf \"$TARBALL\" | awk '{print $2, $4}'");
    listed.requireSuccess();
    assertThat(listed.output().lines().distinct()).hasSize(1);
  }

  @Test
  void holdsTheJarsThatAreTested() throws Exception {
    unpack();
    for (String name : LDM.subList(0, 2)) {
      String module = name.substring("tierline-".length());
      run("cmp \"$HADOOP_HOME\"/share/hadoop/hdfs/lib/%s-[0-9]*.jar ../%s/target/%s-*SNAPSHOT.jar"
              .formatted(name, module, name))
          .requireSuccess();
    }
  }

  /** No DataNode runs them. */
  @Test
  void holdsNoProgramsInC() throws Exception {
    unpack();
    Tarball.Outcome listed = run("\"$JAVA_HOME\"/bin/jar tf " + AGENT);
    listed.requireSuccess();
    assertThat(listed.output())
        .contains("META-INF/versions/17/io/tierline/bid/report/DeviceReporter.class")
        .doesNotContainPattern("META-INF/native/.*/bid-");
  }

  /** With the tarball's jar alone: the class path of the tests has another one. */
  @Test
  void librarysVolumeReadsWithTheTarballsJar() throws Exception {
    assumeBuiltWithC();
    unpack();
    Path data = file(temporary.resolve("data"), "what a block holds");
    Tarball.Outcome outcome =
        run(
            "\"$JAVA_HOME\"/bin/java -Djava.io.tmpdir='%s' -cp \"$(echo %s):$TESTS\" %s '%s'"
                .formatted(temporary, AGENT, ReadByLibrary.class.getName(), data));
    outcome.requireSuccess();
    assertThat(outcome.output())
        .contains(hadoop.resolve("share/hadoop/hdfs/lib").toString())
        .contains("threads: what a block holds");
  }

  /** Neither where it was built nor the linker's number, which goes by that. */
  @Test
  void libraryIsTheSameWhereverItIsBuilt() throws Exception {
    assumeBuiltWithC();
    unpack();
    run("cd '%s' && \"$JAVA_HOME\"/bin/jar xf %s META-INF/native".formatted(temporary, AGENT))
        .requireSuccess();
    String library =
        Files.readString(
            temporary.resolve(
                "META-INF/native/%s-%s/libtierline-bid.so"
                    .formatted(System.getProperty("os.name"), System.getProperty("os.arch"))),
            StandardCharsets.ISO_8859_1);
    assertThat(library)
        .startsWith("\u007fELF")
        .doesNotContain(Path.of("..").toRealPath().toString(), System.getProperty("java.home"))
        .doesNotContain(".note.gnu.build-id");
  }

  /** Otherwise its jar has no library, and DataNodes use Java. */
  private static void assumeBuiltWithC() {
    assumeTrue(Files.exists(Path.of("../bid-agent/target/classes/META-INF/native")), "without C");
  }

  @Test
  void checkFindsNothingWhereAllIsThere() throws Exception {
    unpack();
    Tarball.Outcome outcome = check();
    outcome.requireSuccess();
    assertThat(outcome.output())
        .contains("ok      Hadoop 3.4.2", "ok      HBase 2.6.4-hadoop3", "nothing to be done")
        .doesNotContain("PROBLEM");
  }

  @Test
  void checkSaysWhatIsMissingTwiceThereOrOfAnotherBuild() throws Exception {
    unpack();
    Path lib = hadoop.resolve("share/hadoop/hdfs/lib");
    run("rm \"$HADOOP_HOME\"/share/hadoop/hdfs/lib/tierline-ldm-gateway-*").requireSuccess();
    file(lib.resolve("tierline-ldm-namenode-0.0.9.jar"), "");
    file(hadoop.resolve("share/hadoop/yarn/lib/tierline-ldm-namenode-0.0.9.jar"), "");
    run("echo more >> \"$HADOOP_HOME\"/libexec/shellprofile.d/tierline-ldm.sh").requireSuccess();
    run("echo more >> \"$(echo \"$HBASE_HOME\"/lib/tierline-*.jar)\"").requireSuccess();
    Tarball.Outcome outcome = check();
    assertThat(outcome.status()).as(outcome.output()).isEqualTo(1);
    assertThat(outcome.output())
        .contains(
            "PROBLEM tierline-ldm-gateway is missing",
            "PROBLEM tierline-ldm-namenode is there 2 times",
            "yarn/lib/tierline-ldm-namenode-0.0.9.jar is a second one on a class path",
            "tierline-ldm.sh is missing or of another build",
            "tierline-rlsm-hbase",
            "is of another build than this tarball",
            "5 to be done");
  }

  @Test
  void checkKnowsATarballThatIsNotWhole() throws Exception {
    unpack();
    check().requireSuccess();
    run("rm '" + temporary + "'/tierline-*/hbase/lib/*").requireSuccess();
    Tarball.Outcome outcome = run("'" + temporary.resolve(Tarball.root()) + "/bin/tierline-check'");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.output()).contains("is not the whole tarball", "unpack it again");
  }

  @Test
  void checkSaysWhatAnotherVersionNeeds() throws Exception {
    unpack();
    Path common = hadoop.resolve("share/hadoop/common");
    Files.move(
        common.resolve("hadoop-common-3.4.2.jar"), common.resolve("hadoop-common-3.3.6.jar"));
    Tarball.Outcome outcome = check();
    outcome.requireSuccess();
    assertThat(outcome.output())
        .contains(
            "note    Hadoop 3.3.6: not in the table of versions, Tierline was tested with 3.4.2",
            "try it on a cluster without data of worth");
  }

  /** Of the table only what passes counts; it is read a row a line. */
  @Test
  void checkGoesByTheTableOfVersions() throws Exception {
    unpack();
    check().requireSuccess();
    Path table = temporary.resolve(Tarball.root()).resolve("docs/compatibility.json");
    String old = Files.readString(table);
    String row = "{\"hadoop\":\"9.1\",\"hbase\":\"9.2\",\"java\":\"9.3\",\"passes\":true},\n";
    Files.writeString(
        table, "[\n" + row + old.substring(2).replace("\"passes\":true", "\"passes\":false"));
    String again = "'" + temporary.resolve(Tarball.root()) + "/bin/tierline-check'";
    String java = String.valueOf(Runtime.version().feature());
    assertThat(run(again).output())
        .contains(
            "note    Hadoop 3.4.2: not in the table of versions, Tierline was tested with 9.1",
            "note    HBase 2.6.4-hadoop3: not in the table of versions",
            "note    Java " + java + ": not in the table of versions");
    Files.delete(table);
    assertThat(run(again).output()).contains("compatibility.json is missing: unpack it again");
  }

  /** LDM runs by itself in what the table says that it was tried with, and in nothing else. */
  @Test
  void ldmIsOnInTheHadoopsThatPass() throws Exception {
    Matcher rows =
        Pattern.compile("\"hadoop\":\"([^\"]+)\".*\"passes\":true")
            .matcher(Files.readString(Path.of("../docs/compatibility.json")));
    TreeSet<String> passing = new TreeSet<>();
    rows.results().forEach(row -> passing.add(row.group(1)));
    assertThat(TestedHadoop.versions()).isEqualTo(String.join(", ", passing));
  }

  /** An hdfs that knows two keys and takes any configuration for good. */
  private void hdfs(String factory) throws Exception {
    hdfs(factory, "[DISK]/data1,[SSD]/data2");
  }

  private void hdfs(String factory, String volumes) throws Exception {
    Path hdfs =
        file(
            hadoop.resolve("bin/hdfs"),
            """
            #!/usr/bin/env bash
            case "$*" in
              *data.dir) echo '%2$s' ;;
              *factory) [[ -n '%1$s' ]] && echo '%1$s' ;;
            esac
            """
                .formatted(factory, volumes));
    Files.setPosixFilePermissions(hdfs, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** HDFS takes small letters for a type, and does not start with a word that is none. */
  @Test
  void checkLooksAtTheTypesOfVolumes() throws Exception {
    unpack();
    hdfs("", "[Disk]/data1, [ssd]/data2");
    assertThat(check().output()).contains("ok      volumes with a tier", "nothing to be done");
    hdfs("", "/data1,[ARCHIVE]/data2");
    assertThat(check().output()).contains("note    no volume of this host is marked");
    hdfs("", "[SSD]/data1,[FLASH]/data2,[NVME]/data3");
    Tarball.Outcome unknown = check();
    assertThat(unknown.status()).as(unknown.output()).isEqualTo(1);
    assertThat(unknown.output()).contains("PROBLEM no storage type of HDFS: FLASH NVME");
  }

  @Test
  void checkSaysWhetherADataNodeThatIsToScheduleCan() throws Exception {
    unpack();
    hdfs("");
    assertThat(check().output()).doesNotContain("BID");
    hdfs("io.tierline.bid.dataset.TierlineDatasetFactory");
    Tarball.Outcome all = check();
    all.requireSuccess();
    assumeBuiltWithC();
    assertThat(all.output()).contains("ok      BID's dataset is switched on", "its library for");
    run("cd \"$HADOOP_HOME\"/share/hadoop/hdfs/lib && "
            + "echo nothing > new && for jar in tierline-bid-agent-*; do mv new \"$jar\"; done")
        .requireSuccess();
    assertThat(check().output()).contains("has no library for this system");
    run("rm " + AGENT).requireSuccess();
    Tarball.Outcome missing = check();
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.output())
        .contains("PROBLEM dfs.datanode.fsdataset.factory names BID's dataset and there is no jar");
  }

  /** A DataNode without BID's dataset would recover the volume's blocks without the log. */
  @Test
  void checkSaysThatAVolumeMayNeedADeltaLog() throws Exception {
    unpack();
    Path marked = Files.createDirectories(hadoop.resolve("data/one"));
    file(marked.resolve(DeltaMark.NAME), "uuid=0123\nlog=/ssd1/delta.log\n");
    String volumes = "[SSD]/data2, [DISK]file://" + marked;
    hdfs("", volumes);
    Tarball.Outcome off = check();
    assertThat(off.status()).as(off.output()).isEqualTo(1);
    assertThat(off.output())
        .contains("PROBLEM " + marked + " may need a delta log")
        .contains("hdfs biddelta drain /ssd1/delta.log");
    hdfs("io.tierline.bid.dataset.TierlineDatasetFactory", volumes);
    assertThat(check().output()).doesNotContain("may need a delta log");
  }

  /** What hdfs ldm -check is given: it tells where two NameNodes differ. */
  @Test
  void checkComparesTwoNameNodes() throws Exception {
    unpack();
    Path hdfs = file(hadoop.resolve("bin/hdfs"), "#!/bin/sh\necho \"hdfs $*\"\n");
    Files.setPosixFilePermissions(hdfs, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path one = Files.createDirectory(temporary.resolve("one"));
    Path other = Files.createDirectory(temporary.resolve("other"));
    run("tar -C '" + temporary + "' -xzf \"$TARBALL\"").requireSuccess();
    String check = "'" + temporary.resolve(Tarball.root()) + "/bin/tierline-check' --conf ";
    Tarball.Outcome outcome = run(check + "'" + one + "' --conf '" + other + "'");
    assertThat(outcome.output()).contains("hdfs ldm -check --conf " + one + " --conf " + other);
    assertThat(run(check + "/nowhere").output()).contains("no folder /nowhere");
  }

  /** Each library that is in a jar, and nothing that another build of this commit would lack. */
  @Test
  void billOfMaterialsNamesWhatIsInTheJars() throws Exception {
    run("tar -C '" + temporary + "' -xzf \"$TARBALL\"").requireSuccess();
    String bill = Files.readString(temporary.resolve(Tarball.root()).resolve("bom.cdx.json"));
    assertThat(bill).contains("\"CycloneDX\"", "tomcat-embed-el", "h2-mvstore");
    LDM.forEach(jar -> assertThat(bill).contains("\"" + jar + "\""));
    assertThat(bill).contains("\"tierline-rlsm-hbase\"").doesNotContain("serialNumber");
  }

  /** By its header it is aarch64's; it is there if this build was given a cross compiler. */
  @Test
  void libraryOfAarch64IsThereIfItWasCompiled() throws Exception {
    unpack();
    Tarball.Outcome machine =
        run(
            "cd '"
                + temporary
                + "' && \"$JAVA_HOME\"/bin/jar xf "
                + AGENT
                + " META-INF/native/Linux-aarch64 &&"
                + " od -An -tu2 -j18 -N2 META-INF/native/Linux-aarch64/libtierline-bid.so");
    if (System.getProperty("dist.aarch64.cc") != null) {
      assertThat(machine.output().strip()).isEqualTo("183");
    } else {
      assertThat(machine.status()).isNotZero();
    }
  }

  @Test
  void checkSaysWhereItLooksInVain() throws Exception {
    run("tar -C '" + temporary + "' -xzf \"$TARBALL\"").requireSuccess();
    String check = "'" + temporary.resolve(Tarball.root()) + "/bin/tierline-check'";
    Tarball.Outcome outcome = run(check + " --hadoop /nowhere");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.output()).contains("no Hadoop in /nowhere");
    outcome = run(check + " --hbose x");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.output()).contains("unknown option '--hbose'");
  }
}
