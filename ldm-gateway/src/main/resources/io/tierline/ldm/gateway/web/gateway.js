// The gateway's page. SPDX-License-Identifier: Apache-2.0
'use strict';

const byId = (id) => document.getElementById(id);

async function ask(resource) {
  const answer = await fetch(`ldm/v1/${resource}${location.search}`, { credentials: 'same-origin' });
  const body = await answer.json();
  if (!answer.ok) {
    throw new Error(body.RemoteException.message);
  }
  return body;
}

function fill(table, rows) {
  table.tBodies[0].replaceChildren(...rows.map((cells) => {
    const row = document.createElement('tr');
    cells.forEach((cell) => { row.insertCell().textContent = cell; });
    return row;
  }));
}

/** Why a job is not followed, or what stays open of it. */
function openPoints(job) {
  if (job.refused) {
    return `not followed: ${job.refused}`;
  }
  const shown = job.findings.map((f) => `${f.what} (${f.file}:${f.line}): ${f.why}`);
  const more = job.findingsInAll - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

async function show() {
  try {
    const status = await ask('status');
    byId('status').textContent = `You are ${status.user}. NameNodes: ${status.nameNodes.join(', ')}`;
    fill(byId('sources'), status.sources.map((s) => [s.name, s.at, s.jobs ?? `${s.waiting} events wait`, s.problem || 'none']));
    const { refused } = await ask('openlineage');
    fill(byId('refused'), refused.map((r) => [r.at, r.user, r.job, r.why]));
    const { jobs } = await ask('oozie');
    fill(byId('oozie'), jobs.map((j) => [j.id, j.name, j.user, j.scheduled, openPoints(j)]));
  } catch (failure) {
    byId('status').textContent = `The gateway does not answer: ${failure.message}`;
  }
}

show();
setInterval(show, 10000);
