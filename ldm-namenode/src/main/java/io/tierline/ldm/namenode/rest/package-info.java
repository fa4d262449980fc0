/** LDM's REST and its page, on the NameNode's web server. */
package io.tierline.ldm.namenode.rest;
