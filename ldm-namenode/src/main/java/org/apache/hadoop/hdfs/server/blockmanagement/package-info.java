/**
 * The one place where Tierline reaches package-private members of the NameNode's block management:
 * the entry point for favoured nodes cannot be overridden from anywhere else. Pinned to Hadoop
 * 3.4.2.
 */
package org.apache.hadoop.hdfs.server.blockmanagement;
