/** What is registered and what is seen to run, on its way into the lineage. */
package io.tierline.ldm.namenode.live;
