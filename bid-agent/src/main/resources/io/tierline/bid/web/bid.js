// SPDX-License-Identifier: Apache-2.0
'use strict';

const byId = (id) => document.getElementById(id);
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

function bytes(count) {
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

/** A row of texts; those that are figures say so. */
function row(cells) {
  const made = document.createElement('tr');
  cells.forEach((cell) => {
    const data = document.createElement('td');
    const isFigure = typeof cell === 'object';
    data.className = isFigure ? 'number' : '';
    data.textContent = isFigure ? cell.figure : cell;
    made.append(data);
  });
  return made;
}

const figure = (text) => ({ figure: String(text) });
const fill = (id, rows) => byId(id).tBodies[0].replaceChildren(...rows);

function servedBy(volume) {
  if (!volume.scheduled) {
    return 'stock';
  }
  return volume.failed ? `stock, after failures of ${volume.engine}` : `scheduler, ${volume.engine}`;
}

function volumeRow(volume) {
  const read = volume.bytesRead;
  return row([volume.path, volume.type, volume.device, volume.disks.join(', '), servedBy(volume),
    ...(volume.scheduled
      ? [figure(volume.streams), figure(bytes(read.foreground)), figure(bytes(read.balancer)),
        figure(bytes(read.stock)), figure(volume.fallbacks)]
      : [figure(''), figure(''), figure(''), figure(''), figure('')])]);
}

function schedulerRow({ path, scheduler }) {
  const moved = scheduler.bytesRead + scheduler.bytesWritten + scheduler.bytesWrittenBack;
  return row([path, figure(scheduler.requests), figure(scheduler.transfers),
    figure(scheduler.transfers ? bytes(moved / scheduler.transfers) : ''),
    figure(bytes(scheduler.bytesReadAhead)), figure(bytes(scheduler.bytesFromMemory)),
    figure(bytes(scheduler.bytesHeld)), figure(bytes(scheduler.bytesWrittenBack)),
    figure(scheduler.waits), figure(scheduler.failed), figure(scheduler.cancelled)]);
}

function diskRow(disk) {
  const rates = disk.rates;
  return row([disk.name, disk.model, figure(bytes(disk.bytes)), disk.scheduler,
    ...(rates
      ? [figure(`${Math.round(rates.utilisation * 100)} %`),
        figure(`${bytes(rates.readBytesPerSecond)}/s`),
        figure(`${bytes(rates.writtenBytesPerSecond)}/s`),
        figure(`${rates.readMillis.toFixed(1)} ms`), figure(`${rates.writeMillis.toFixed(1)} ms`),
        figure(rates.inFlight)]
      : [figure(''), figure(''), figure(''), figure(''), figure(''), figure('')])]);
}

function settingItem(made) {
  const item = document.createElement('li');
  item.textContent = `${made.attribute} of ${made.disk} is ${made.now} while this DataNode runs, then ${made.before} again`;
  return item;
}

function logRow({ figures, syncsAtHome }) {
  return row([figure(figures.syncs), figure(figures.commits), figure(bytes(figures.bytesSynced)),
    figure(bytes(figures.bytesWritten)), figure(syncsAtHome), figure(figures.tooLong),
    figure(figures.noRoom), figure(figures.overBudget), figure(figures.homes),
    figure(figures.homeFailures), figure(figures.streams),
    figure(figures.streams ? `${Math.round(figures.oldestMillis / 1000)} s` : ''),
    figure(`${figures.segmentsFree} of ${figures.segments}`)]);
}

function heldItem(volume) {
  const item = document.createElement('li');
  item.textContent = `${volume} may need a log that is not in use: its blocks that were being written are not recovered`;
  return item;
}

function showLog(log) {
  const figures = log && log.figures;
  byId('log-state').textContent = log
    ? `${log.state}${log.path ? `: ${log.path}` : ''}` : 'This DataNode has no delta log.';
  byId('log-table').hidden = !figures;
  fill('log-table', figures ? [logRow(log)] : []);
  byId('log-held').replaceChildren(...(log ? log.volumesHeld.map(heldItem) : []));
}

async function show() {
  try {
    const answer = await fetch('status', { headers: { Accept: 'application/json' } });
    if (!answer.ok) {
      throw new Error(`the DataNode answered ${answer.status}`);
    }
    const status = await answer.json();
    const scheduled = status.volumes.filter((volume) => volume.scheduled);
    fill('volume-table', status.volumes.map(volumeRow));
    fill('scheduler-table', scheduled.map(schedulerRow));
    fill('disk-table', status.disks.map(diskRow));
    showLog(status.deltaLog);
    byId('no-schedulers').hidden = scheduled.length > 0;
    byId('settings').replaceChildren(...status.settings.map(settingItem));
    byId('state').textContent = status.dataNode;
    byId('problem').hidden = true;
  } catch (error) {
    byId('state').textContent = '';
    byId('problem').textContent = error.message;
    byId('problem').hidden = false;
  }
}

byId('refresh').addEventListener('click', show);
show();
