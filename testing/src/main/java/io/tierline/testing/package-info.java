/** What the tests of all modules share. Nothing of it is in what is shipped. */
package io.tierline.testing;
