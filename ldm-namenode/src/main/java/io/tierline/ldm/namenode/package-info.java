/**
 * The hooks: what a NameNode loads by the names that operators write into its configuration. One
 * class a hook; each catches whatever our own code throws. They stand here, and not in a room of
 * their own, because those names are in configurations. The rooms below do the work.
 */
package io.tierline.ldm.namenode;
