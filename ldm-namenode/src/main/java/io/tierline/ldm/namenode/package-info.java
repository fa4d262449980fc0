/**
 * The adapters to the NameNode: one class per hook. Everything that decides lives in the pure
 * packages beside this one.
 */
package io.tierline.ldm.namenode;
