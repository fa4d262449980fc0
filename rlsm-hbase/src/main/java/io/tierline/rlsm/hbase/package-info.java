/**
 * The adapter: a store engine for HBase 2.6.4 that asks the core what to compact and what to read.
 *
 * <p>Large since HBase knows an engine by classes that extend its own, and those find each other by
 * members that are no one else's business; two types are known outside.
 */
package io.tierline.rlsm.hbase;
