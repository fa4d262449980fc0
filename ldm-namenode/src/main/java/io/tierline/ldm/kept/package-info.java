/**
 * What is kept of a cluster beside its lineage, across restarts and failovers. Pure: where it is
 * kept is given.
 */
@NullMarked
package io.tierline.ldm.kept;

import org.jspecify.annotations.NullMarked;
