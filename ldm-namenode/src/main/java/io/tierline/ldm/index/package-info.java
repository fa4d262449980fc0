/**
 * From a file's path to the dataset it belongs to, for every block that a NameNode allocates. Pure:
 * nothing here knows Hadoop, a clock or a file system.
 */
package io.tierline.ldm.index;
