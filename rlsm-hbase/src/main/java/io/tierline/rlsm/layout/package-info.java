/** How the files of a store make up its ranged tree: partitions and Level 0. */
package io.tierline.rlsm.layout;
