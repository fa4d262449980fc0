/**
 * Answers the placement policy and the topology, by {@link io.tierline.ldm.placement}; and keeps
 * what they go by fresh.
 */
package io.tierline.ldm.namenode.placement;
