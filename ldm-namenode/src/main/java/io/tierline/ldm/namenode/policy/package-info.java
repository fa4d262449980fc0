/** The storage policies that directories of managed data carry: set, kept and restored. */
package io.tierline.ldm.namenode.policy;
