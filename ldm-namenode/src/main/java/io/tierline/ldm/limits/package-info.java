/** What one user may have of everything that others need too. Pure. */
package io.tierline.ldm.limits;
