/**
 * {@code ./tierline nn-bench}: what LDM costs a NameNode, in throughput, in the latency of {@code
 * chooseTarget}, and in heap, with stock beside it.
 */
package io.tierline.benchmarks.namenode;
