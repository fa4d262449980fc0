/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.kept;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LentRoomTest {
  private final LeavingDatasets leaving = new LeavingDatasets(StateStore.NOWHERE);
  private final LentRoom room = new LentRoom(leaving);

  private void look(boolean hasRoom, boolean isWanted, String... directories) throws IOException {
    room.look(List.of(directories), hasRoom, isWanted, directory -> true);
  }

  @Test
  void roomIsForWhatIsBelowTheNamedDirectories() throws Exception {
    assertThat(room.directoryOf("/logs/a")).isNull();
    look(true, false, "/logs", "/tmp/x");
    assertThat(room.directoryOf("/logs/a")).isEqualTo("/logs");
    assertThat(room.directoryOf("/tmp/x/y/z")).isEqualTo("/tmp/x");
    assertThat(room.directoryOf("/logs")).isNull();
    assertThat(room.directoryOf("/logs2/a")).isNull();
    assertThat(room.directoryOf("/tmp/y")).isNull();
    look(true, false, "/");
    assertThat(room.directoryOf("/any")).isEqualTo("/");
  }

  @Test
  void nothingIsLentWhereThereIsNoRoomOrLdmMayNotPlace() throws Exception {
    look(false, false, "/logs");
    assertThat(room.directoryOf("/logs/a")).isNull();
    room.look(List.of("/logs", "/tmp"), true, false, "/tmp"::equals);
    assertThat(room.directoryOf("/logs/a")).isNull();
    assertThat(room.directoryOf("/tmp/a")).isEqualTo("/tmp");
    room.pause();
    assertThat(room.directoryOf("/tmp/a")).isNull();
  }

  @Test
  void roomThatIsWantedIsGivenBackAndNotLentAnewBeforeItIsEmpty() throws Exception {
    look(true, false, "/logs", "/tmp");
    look(true, true, "/logs", "/tmp");
    assertThat(leaving.kept()).containsExactly("/logs", "/tmp");
    assertThat(room.directoryOf("/logs/a")).isNull();
    leaving.left("/logs");
    look(true, true, "/logs", "/tmp");
    // Nothing was lent there since.
    assertThat(leaving.kept()).containsExactly("/tmp");
    assertThat(room.directoryOf("/logs/a")).isEqualTo("/logs");
    room.took("/logs");
    assertThat(room.lent()).containsExactly("/logs");
    look(true, true, "/logs", "/tmp");
    assertThat(leaving.kept()).containsExactly("/logs", "/tmp");
  }

  /** An earlier NameNode, or earlier settings, may have lent there. */
  @Test
  void whatIsNewMayHoldSomeAndWhatIsNotNamedAnyMoreGivesItBack() throws Exception {
    look(false, false, "/logs");
    assertThat(room.lent()).containsExactly("/logs");
    assertThat(leaving.isEmpty()).isTrue();
    look(true, false);
    assertThat(leaving.kept()).containsExactly("/logs");
    assertThat(room.lent()).isEmpty();
    look(true, false, "/logs");
    assertThat(room.directoryOf("/logs/a")).isNull();
  }
}
