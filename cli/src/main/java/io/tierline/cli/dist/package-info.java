/** The tarball. */
package io.tierline.cli.dist;
