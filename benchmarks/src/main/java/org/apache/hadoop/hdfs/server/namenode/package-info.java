/**
 * The one place where benchmarks reach package-private members of the NameNode's own benchmark,
 * {@code NNThroughputBenchmark} of Hadoop's test jar: its operations, run on a NameNode that we
 * have set up, and one more like them. Hadoop 3.4.2.
 */
package org.apache.hadoop.hdfs.server.namenode;
