/** Programs that commands run on the source tree. */
package io.tierline.cli.maven;
