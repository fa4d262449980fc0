/** How the files of a store make up its ranged tree: partitions and Level 0. */
@NullMarked
package io.tierline.rlsm.layout;

import org.jspecify.annotations.NullMarked;
