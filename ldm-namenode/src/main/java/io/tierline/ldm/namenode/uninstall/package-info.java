/** Takes LDM out of a cluster. */
package io.tierline.ldm.namenode.uninstall;
