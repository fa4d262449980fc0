/** The one place where benchmarks reach package-private members of LDM's adapter. */
package io.tierline.ldm.namenode;
