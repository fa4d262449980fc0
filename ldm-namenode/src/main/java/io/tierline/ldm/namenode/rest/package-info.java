/**
 * LDM's REST and its page, on the NameNode's web server.
 *
 * <p>{@link io.tierline.ldm.namenode.rest.Route} lists all that is served. A resource has a row
 * there and a handler, which makes a document: a record that is written as it stands.
 *
 * <p>Large since every resource and every large document is a class of its own, which nothing but
 * its row and its handler names.
 */
package io.tierline.ldm.namenode.rest;
