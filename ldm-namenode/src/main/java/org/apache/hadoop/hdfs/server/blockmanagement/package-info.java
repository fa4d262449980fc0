/**
 * The one place where Tierline reaches package-private members of the NameNode's block management:
 * the entry point for favoured nodes cannot be overridden from anywhere else. As of Hadoop 3.4.2 to
 * 3.5.0.
 */
package org.apache.hadoop.hdfs.server.blockmanagement;
