/**
 * Moves replicas: looks what lies where, has {@link io.tierline.ldm.migration} plan, and carries
 * plans out.
 */
package io.tierline.ldm.namenode.migration;
