/** Where lineage is kept in the namespace, and the NameNode's terms as active and standby. */
package io.tierline.ldm.namenode.state;
