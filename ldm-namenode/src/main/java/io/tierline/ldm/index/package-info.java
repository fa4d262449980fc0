/**
 * From a file's path to the dataset it belongs to, for every block that a NameNode allocates. Pure:
 * nothing here knows Hadoop, a clock or a file system.
 */
@NullMarked
package io.tierline.ldm.index;

import org.jspecify.annotations.NullMarked;
