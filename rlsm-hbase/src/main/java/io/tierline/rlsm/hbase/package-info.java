/**
 * The adapter: a store engine for HBase 2.6.4 that asks the core what to compact and what to read.
 */
package io.tierline.rlsm.hbase;
