/** The keys of LDM in the NameNode, and their typed, checked form. */
package io.tierline.ldm.namenode.config;
