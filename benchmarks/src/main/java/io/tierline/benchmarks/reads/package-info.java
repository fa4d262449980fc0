/**
 * {@code ./tierline rlsm-reads}: what reads cost under HBase's store engines, by pairs.
 *
 * <p>{@link io.tierline.benchmarks.reads.RlsmReads} is the command. It starts one process ({@link
 * io.tierline.benchmarks.reads.ReadsRun}) with a region server for each engine, which are given the
 * same rows and then asked in turns by one thread, in the region itself. {@code Turns} has the
 * order, {@code Warming} tells when to begin, {@code PageCache} what the reads of files would have
 * cost, {@code Comparison} what the pairs say.
 */
package io.tierline.benchmarks.reads;
