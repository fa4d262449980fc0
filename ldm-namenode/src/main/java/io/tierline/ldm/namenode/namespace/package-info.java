/**
 * Questions to the NameNode's own namespace: what is there, whose it is, and which file system a
 * path is on. Decides nothing.
 */
package io.tierline.ldm.namenode.namespace;
