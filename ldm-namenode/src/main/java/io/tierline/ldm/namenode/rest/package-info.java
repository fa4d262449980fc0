/**
 * LDM's REST and its page, on the NameNode's web server.
 *
 * <p>Large since every resource is a class of its own, which nothing but the servlet names.
 */
package io.tierline.ldm.namenode.rest;
