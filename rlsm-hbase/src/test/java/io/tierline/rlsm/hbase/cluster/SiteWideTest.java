package io.tierline.rlsm.hbase.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.junit.jupiter.api.Test;

/** The site's configuration names the engine, so that every table has it that names none. */
@ClusterTest
class SiteWideTest {
  @Test
  void aTableWithoutSettingsHasTheEngineAndSystemTablesKeepTheirs() throws Exception {
    HBaseTestingUtility peer = Clusters.peer();
    TableDescriptorBuilder descriptor =
        TestTable.descriptor("site-wide")
            .setColumnFamily(TestTable.family("f").build())
            .setColumnFamily(TestTable.family("g").build());
    try (TestTable table = TestTable.create(peer, descriptor)) {
      for (String family : table.families()) {
        assertThat(table.stores(family).get(0).getStoreEngine().getClass().getName())
            .isEqualTo(Engines.UNDER_TEST);
      }
      table.load(8);
      table.settle();
      table.verify();
      HRegion meta = peer.getMiniHBaseCluster().getRegions(TableName.META_TABLE_NAME).get(0);
      meta.flush(true);
      meta.compact(true);
      for (HStore store : meta.getStores()) {
        assertThat(store.getStoreEngine().getStoreFileManager().getClass().getSimpleName())
            .isEqualTo("DefaultStoreFileManager");
        assertThat(store.getStorefilesCount()).isLessThanOrEqualTo(1);
      }
      assertThat(peer.getAdmin().getRegions(table.name())).hasSize(1);
      table.verify();
    }
  }
}
