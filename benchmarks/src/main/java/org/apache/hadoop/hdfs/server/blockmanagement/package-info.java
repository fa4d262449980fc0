/**
 * The one place where benchmarks reach package-private members of the NameNode's block management:
 * DataNodes without a cluster, and the entry point that a NameNode itself uses. Hadoop 3.4.2.
 */
package org.apache.hadoop.hdfs.server.blockmanagement;
