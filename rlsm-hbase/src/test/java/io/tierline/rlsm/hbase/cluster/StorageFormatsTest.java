/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.junit.jupiter.api.Test;

/** How a family's files are written is the family's affair, not the engine's. */
@ClusterTest
class StorageFormatsTest {
  private final Map<String, Predicate<HStoreFile>> formats = new LinkedHashMap<>();

  @Test
  void everyEncodingOfDataBlocks() throws Exception {
    TableDescriptorBuilder table = withStock("encodings");
    for (DataBlockEncoding encoding : DataBlockEncoding.values()) {
      add(
          table,
          encoding.name(),
          family -> family.setDataBlockEncoding(encoding),
          file -> file.getReader().getHFileReader().getDataBlockEncoding() == encoding);
    }
    holds(table);
  }

  @Test
  void everyBloomFilter() throws Exception {
    TableDescriptorBuilder table = withStock("blooms");
    for (BloomType bloom : new BloomType[] {BloomType.NONE, BloomType.ROW, BloomType.ROWCOL}) {
      add(
          table,
          bloom.name(),
          family -> family.setBloomFilterType(bloom),
          file -> file.getReader().getBloomFilterType() == bloom);
    }
    add(
        table,
        "prefix",
        family ->
            family
                .setBloomFilterType(BloomType.ROWPREFIX_FIXED_LENGTH)
                .setConfiguration("RowPrefixBloomFilter.prefix_length", "6"),
        file -> file.getReader().getBloomFilterType() == BloomType.ROWPREFIX_FIXED_LENGTH);
    holds(table);
  }

  @Test
  void compressionAndEncryption() throws Exception {
    TableDescriptorBuilder table = withStock("compressed-encrypted");
    Consumer<ColumnFamilyDescriptorBuilder> gz =
        family -> family.setCompressionType(Compression.Algorithm.GZ);
    Consumer<ColumnFamilyDescriptorBuilder> aes = family -> family.setEncryptionType("AES");
    add(table, "gz", gz, StorageFormatsTest::isCompressed);
    add(table, "aes", aes, StorageFormatsTest::isEncrypted);
    add(table, "both", gz.andThen(aes), file -> isCompressed(file) && isEncrypted(file));
    holds(table);
  }

  @Test
  void everyInMemoryCompaction() throws Exception {
    TableDescriptorBuilder table = withStock("in-memory");
    for (MemoryCompactionPolicy policy : MemoryCompactionPolicy.values()) {
      add(table, policy.name(), family -> family.setInMemoryCompaction(policy), file -> true);
    }
    table.setValue("hbase.memstore.inmemoryflush.threshold.factor", "0.02");
    table.setMemStoreFlushSize(64 << 10);
    // HBase's own choice splits a region at twice the flush size: in the middle of this test, and
    // the daughters know nothing of the major compaction that was asked of their parent.
    table.setRegionSplitPolicyClassName(ConstantSizeRegionSplitPolicy.class.getName());
    holds(table);
  }

  private static TableDescriptorBuilder withStock(String name) {
    return TestTable.descriptor(name)
        .setColumnFamily(Engines.stock(TestTable.family(TestTable.STOCK)).build());
  }

  private void add(
      TableDescriptorBuilder table,
      String name,
      Consumer<ColumnFamilyDescriptorBuilder> format,
      Predicate<HStoreFile> check) {
    ColumnFamilyDescriptorBuilder family = Engines.underTest(TestTable.family(name));
    format.accept(family);
    table.setColumnFamily(family.build());
    formats.put(name, check);
  }

  private void holds(TableDescriptorBuilder descriptor) throws Exception {
    try (TestTable table = TestTable.create(Clusters.home(), descriptor)) {
      table.loadAllLevels();
      table.write(100);
      table.verify();
      checkFormats(table);
      // Else the region server may flush by itself between the major compactions of two families,
      // and one of them keeps what the other has dropped.
      table.flush();
      table.majorCompact();
      table.verify();
      table.verifyRaw();
      checkFormats(table);
    }
  }

  private void checkFormats(TestTable table) {
    formats.forEach(
        (family, check) ->
            assertThat(table.stores(family).get(0).getStorefiles())
                .as(family)
                .isNotEmpty()
                .allMatch(check));
  }

  private static boolean isCompressed(HStoreFile file) {
    return file.getReader().getHFileReader().getTrailer().getCompressionCodec()
        == Compression.Algorithm.GZ;
  }

  /** Such a file names its cipher and has none of the values in the clear. */
  private static boolean isEncrypted(HStoreFile file) {
    Encryption.Context context =
        file.getReader().getHFileReader().getFileContext().getEncryptionContext();
    return context != Encryption.Context.NONE
        && context.getCipher() != null
        && !contents(file).contains("value-");
  }

  private static String contents(HStoreFile file) {
    try (FSDataInputStream in =
        file.getPath().getFileSystem(Clusters.home().getConfiguration()).open(file.getPath())) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
