/** What a migration would cost and save, before anything is moved. Pure. */
package io.tierline.ldm.whatif;
