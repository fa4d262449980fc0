/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta.command;

/** What both commands for delta logs say of themselves. */
public final class DeltaHelp {
  /** What they are for. */
  public static final String PURPOSE = "Check, list, empty or repair a delta log of BID.";

  /** What each action on a log does. */
  public static final String ACTIONS =
      "check reads all of it and counts. dump lists its records. drain brings home what the blocks"
          + " do not have yet, and empties the log; it changes nothing of a log that is damaged."
          + " repair does the same with what can still be read: make a copy of the log first. A"
          + " log with blocks whose volume is not there stays as it is. No process may have the"
          + " log open. The exit code is 0 only if the log is undamaged, or was emptied with"
          + " every block whole.";

  /** What forget is for. */
  public static final String FORGET =
      "A volume whose blocks may need a log has a mark that names it: "
          + "while that log is not there, none is made in its place, and the volume's blocks that"
          + " were being written are not recovered. forget DIR takes away the mark of the volume"
          + " DIR, whose log is lost, with the DataNode stopped.";

  /** The file's. */
  public static final String FILE = "The log's file; of forget, the folder of a volume.";

  /** The option's. */
  public static final String VOLUME =
      "A DataNode's volume that is mounted elsewhere now; may be given several times. Its"
          + " current/VERSION tells which one it is.";

  private DeltaHelp() {}
}
