/** Follows an Oozie server. */
package io.tierline.ldm.namenode.oozie;
