/** Who may do what, whose word counts at a path, and what each user may have. */
package io.tierline.ldm.namenode.access;
