/**
 * What is kept of a cluster beside its lineage, across restarts and failovers. Pure: where it is
 * kept is given.
 */
package io.tierline.ldm.kept;
