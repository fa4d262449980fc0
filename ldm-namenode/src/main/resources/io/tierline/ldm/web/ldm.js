// SPDX-License-Identifier: Apache-2.0
// LDM's page: asks the REST beside it and shows the answers. All texts of the answers go into the
// page as text nodes, never as markup.
'use strict';

const SVG = 'http://www.w3.org/2000/svg';
const BOX = { width: 170, height: 44, gapX: 130, gapY: 26, margin: 16 };
/** More arrows into one job have no room for labels; pointing at one tells what it hands over. */
const MOST_LABELS = 3;
/** From so many rows on a table has a filter. */
const LONG_TABLE = 10;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

const byId = (id) => document.getElementById(id);

/** A user's name is needed where the cluster runs without security: .../ldm/ui/?user.name=ann */
const user = new URLSearchParams(location.search).get('user.name');

/** Whom HDFS takes for the author of a request that names nobody. */
const NOBODY = 'dr.who';

/** The header that shows the NameNode that it is this page which asks, and no other in the browser. */
const ownHeader = document.querySelector('meta[name="csrf-header"]').content;

async function ask(resource, parameters = {}) {
  const query = new URLSearchParams(parameters);
  if (user) {
    query.set('user.name', user);
  }
  const response = await fetch(`../v1/${resource}?${query}`,
    { credentials: 'same-origin', headers: { [ownHeader]: 'ldm' } });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    const reason = body.RemoteException ? body.RemoteException.message : response.statusText;
    throw new Error(`${response.status}: ${reason}`);
  }
  return body;
}

/** What would break a line or turn the direction of writing is shown, as in the logs. */
const UNSHOWN = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const printable = (text) => String(text).replace(UNSHOWN,
  (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) {
    made.textContent = printable(text);
  }
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

/** A text of any length, which may take several lines; all else stays on one. */
const long = (cell, name = 'text') => ({ cell, name });
const figure = (cell) => ({ cell, name: 'number' });

function row(cells) {
  const made = document.createElement('tr');
  cells.forEach((given) => {
    const { cell, name } = typeof given === 'object' && !(given instanceof Node) ? given
      : { cell: given, name: typeof given === 'number' ? 'number' : '' };
    const td = element('td', undefined, name ? { class: name } : {});
    td.append(cell instanceof Node ? cell : printable(cell));
    made.append(td);
  });
  return made;
}

function fill(table, rows) {
  table.tBodies[0].replaceChildren(...rows);
}

/** Shows the rows of a table that hold what its filter says; the filter is for long tables. */
function filter(kind) {
  const rows = [...byId(`${kind}-table`).tBodies[0].rows];
  const isLong = rows.length >= LONG_TABLE;
  const wanted = isLong ? byId(`${kind}-filter`).value.trim().toLowerCase() : '';
  rows.forEach((one) => { one.hidden = !one.textContent.toLowerCase().includes(wanted); });
  byId(`${kind}-filter-line`).hidden = !isLong;
  const shown = rows.filter((one) => !one.hidden).length;
  byId(`${kind}-count`).textContent = wanted ? `${shown} of ${rows.length} rows` : `${rows.length} rows`;
}

function bytes(count) {
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

/** How long it is until a moment, in days or hours. */
function until(moment) {
  if (!moment) {
    return 'never';
  }
  const hours = Math.max(0, (Date.parse(moment) - Date.now()) / 3600000);
  if (hours < 1) {
    return 'within the hour';
  }
  return hours < 48 ? `in ${Math.floor(hours)} h` : `in ${Math.floor(hours / 24)} d`;
}

function problem(error) {
  const shown = byId('problem');
  shown.hidden = !error;
  shown.textContent = error ? `The NameNode answered ${printable(error.message)}` : '';
}

// ---------------------------------------------------------------- tiers

function tierRow(tier) {
  const used = tier.capacityBytes - tier.remainingBytes;
  const share = tier.capacityBytes === 0 ? 0 : used / tier.capacityBytes;
  const percent = `${(100 * share).toFixed(0)} %`;
  const cell = document.createElement('span');
  const meter = element('meter', percent, { min: 0, max: 1, value: share, high: 0.9,
    'aria-label': `${tier.medium} ${percent} used` });
  cell.append(meter, ` ${percent}`);
  return row([tier.medium, cell, figure(bytes(tier.remainingBytes)),
    figure(bytes(tier.capacityBytes)), tier.nodesWithRoom,
    figure(tier.admissionThreshold.toFixed(3))]);
}

async function showStatus() {
  const status = await ask('status');
  byId('state').textContent =
    `placement ${status.shadow ? 'in shadow mode' : status.placement ? 'on' : 'off'}, reads by rating ` +
    `${status.readsByRating ? 'on' : 'off'}, ${status.workflows} workflows, ` +
    `${status.nodes} nodes in ${status.racks} racks`;
  byId('asked').textContent = `as ${status.user}, at ${utc(status.at)}` +
    (status.user === NOBODY ? '; .../ldm/ui/?user.name=NAME asks as NAME' : '');
  byId('unknown-keys').replaceChildren(...status.unknownKeys.map(({ key, nearest }) =>
    element('li', `unknown key ${key}, which has no effect` +
      (nearest ? `; do you mean ${nearest}?` : ''))));
  fill(byId('tier-table'), status.tiers.map(tierRow));
}

// ---------------------------------------------------------------- workflows

async function showWorkflows() {
  const { workflows } = await ask('workflows');
  byId('no-workflows').hidden = workflows.length > 0;
  byId('workflow-frame').hidden = workflows.length === 0;
  fill(byId('workflow-table'), workflows.map((workflow) => {
    const button = element('button', workflow.id,
      { type: 'button', 'aria-pressed': String(workflow.id === chosen) });
    button.addEventListener('click', () => choose(workflow.id));
    return row([long(button), long(workflow.name), workflow.owner, workflow.jobs,
      workflow.finished.length, until(workflow.expires)]);
  }));
  filter('workflow');
}

let chosen = null;

/** The address follows what is chosen, so that it can be sent to somebody, and gone back from. */
function remember(kind, value) {
  const address = new URLSearchParams(location.hash.slice(1));
  if (address.get(kind) === value) {
    return;
  }
  if (kind === 'workflow') {
    address.delete('path');
  }
  address.set(kind, value);
  history.pushState(null, '', `#${address.toString().replaceAll('%2F', '/')}`);
}

async function choose(id) {
  chosen = id;
  remember('workflow', id);
  byId('dataset-filter').value = '';
  document.querySelectorAll('button[aria-pressed]').forEach((button) =>
    button.setAttribute('aria-pressed', String(button.textContent === id)));
  try {
    showWorkflow(await ask(`workflows/${encodeURIComponent(id)}`));
    problem(null);
    byId('workflow').focus();
  } catch (error) {
    problem(error);
  }
}

function showWorkflow(workflow) {
  byId('workflow').textContent = `Graph of ${printable(workflow.id)}`;
  byId('workflow-hint').hidden = true;
  byId('graph-frame').hidden = false;
  byId('dataset-frame').hidden = false;
  byId('graph').replaceChildren(graph(workflow));
  fill(byId('dataset-table'), workflow.datasets.map((dataset) => {
    const button = element('button', dataset.path, { type: 'button' });
    button.addEventListener('click', () => explain(dataset.path));
    return row([long(dataset.managed ? button : `${dataset.path} (not managed)`, 'text long'),
      dataset.reusability, dataset.slack, figure(dataset.lineageQuotient.toFixed(3)),
      nextUse(dataset), dataset.managed ? counted(dataset.place) : '',
      long(jobNames(dataset.writers, workflow.id)), long(jobNames(dataset.readers, workflow.id))]);
  }));
  filter('dataset');
}

/** Those of the workflow itself without its name, which stands above. */
function jobNames(names, workflow) {
  const own = `${workflow}/`;
  return names.map((name) => (name.startsWith(own) ? name.slice(own.length) : name)).join(', ');
}

function nextUse(dataset) {
  if (dataset.reusability === 0) {
    return 'none';
  }
  return dataset.nextUse ? utc(dataset.nextUse) : 'when the jobs before have ended';
}

/** Written as the NameNode tells it, in UTC: 2026-03-29 01:00 UTC. */
function utc(time) {
  return time.replace('T', ' ').replace(/(:00)?([.][0-9]+)?Z$/, ' UTC');
}

/** What stands in the list, and how often: 1 SSD, 2 DISK. */
function counted(names) {
  const counts = new Map();
  names.forEach((name) => counts.set(name, (counts.get(name) || 0) + 1));
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}

// ---------------------------------------------------------------- the graph

/** Edges between jobs of the workflow: what one writes and the other reads, else what waits. */
function edgesOf(workflow) {
  const jobs = workflow.lineage.jobs;
  const edges = new Map();
  const add = (from, to, dataset) => {
    const key = JSON.stringify([from, to]);
    const edge = edges.get(key) || { from, to, datasets: [] };
    if (dataset) {
      edge.datasets.push(dataset);
    }
    edges.set(key, edge);
  };
  const uses = (job, one, other) => [...(job[one] || []), ...(job[other] || [])];
  jobs.forEach((reader) => {
    (reader.after || []).forEach((before) => add(before, reader.name, null));
    uses(reader, 'reads', 'inferredReads').forEach((path) =>
      jobs.filter((writer) => writer.name !== reader.name
          && uses(writer, 'writes', 'inferredWrites').includes(path))
        .forEach((writer) => add(writer.name, reader.name, path)));
  });
  return [...edges.values()];
}

/** The longest way to each job; bounded, should the answer hold a circle after all. */
function levelsOf(jobs, edges) {
  const levels = new Map(jobs.map((job) => [job.name, 0]));
  for (let round = 0, moved = true; moved && round < jobs.length; round += 1) {
    moved = false;
    edges.forEach(({ from, to }) => {
      if (levels.has(from) && levels.get(to) <= levels.get(from)) {
        levels.set(to, levels.get(from) + 1);
        moved = true;
      }
    });
  }
  return levels;
}

function svg(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  if (text !== undefined) {
    made.textContent = text.split('\n').map(printable).join('\n');
  }
  return made;
}

/** The beginning and the end of what is too long. */
function abridged(text, most) {
  const end = Math.floor(most / 3);
  return text.length > most ? `${text.slice(0, most - end - 1)}…${text.slice(-end)}` : text;
}

/** The end of a path, which tells it from its neighbours. */
function shortened(text, most) {
  return text.length > most ? `…${text.slice(text.length - most + 1)}` : text;
}

function graph(workflow) {
  const jobs = workflow.lineage.jobs;
  const edges = edgesOf(workflow);
  const levels = levelsOf(jobs, edges);
  const rows = new Map();
  const places = new Map(jobs.map((job) => {
    const level = levels.get(job.name);
    const line = rows.get(level) || 0;
    rows.set(level, line + 1);
    return [job.name, {
      x: BOX.margin + level * (BOX.width + BOX.gapX),
      y: BOX.margin + line * (BOX.height + BOX.gapY),
    }];
  }));
  const columns = Math.max(...rows.keys()) + 1;
  const lines = Math.max(...rows.values());
  const width = 2 * BOX.margin + columns * BOX.width + (columns - 1) * BOX.gapX;
  const height = 2 * BOX.margin + lines * BOX.height + (lines - 1) * BOX.gapY;
  const drawing = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'group',
    'aria-label': `${jobs.length} jobs of ${workflow.id}` });
  jobs.forEach((job) => {
    const into = edges.filter((edge) => edge.to === job.name && places.has(edge.from))
      .sort((one, other) => places.get(one.from).y - places.get(other.from).y);
    into.forEach((edge, index) => drawing.append(...arrow(edge, places, index, into.length)));
  });
  jobs.forEach((job) =>
    drawing.append(box(job, places.get(job.name), workflow.finished.includes(job.name))));
  return drawing;
}

/** One of the arrows into a job; they end below each other, so that their labels do not overlap. */
function arrow({ from, to, datasets }, places, index, count) {
  const start = places.get(from);
  const end = places.get(to);
  const x1 = start.x + BOX.width;
  const y1 = start.y + BOX.height / 2;
  const x2 = end.x;
  const y2 = end.y + (BOX.height * (index + 1)) / (count + 1);
  const middle = (x1 + x2) / 2;
  const kind = datasets.length ? 'edge data' : 'edge';
  const line = svg('path', { class: kind,
    d: `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2 - 6},${y2} m-5,-4 l5,4 l-5,4` });
  line.append(svg('title', {}, `${from} → ${to}${datasets.map((path) => `\n${printable(path)}`).join('')}`));
  if (!datasets.length || count > MOST_LABELS) {
    return [line];
  }
  const more = datasets.length > 1 ? ` +${datasets.length - 1}` : '';
  const label = svg('text', { class: 'edge-label', x: x2 - 12, y: y2 - 3, 'text-anchor': 'end' },
    shortened(datasets[0], 18) + more);
  return [line, label];
}

function box(job, place, ended) {
  const group = svg('g', { class: ended ? 'job ended' : 'job', tabindex: 0, role: 'img',
    transform: `translate(${place.x},${place.y})`,
    'aria-label': `${job.name}${job.type ? `, ${job.type}` : ''}${ended ? ', ended' : ''}` });
  group.append(svg('title', {}, job.name),
    svg('rect', { width: BOX.width, height: BOX.height, rx: 5 }),
    svg('text', { x: 10, y: 19 }, abridged(job.name, 20)),
    svg('text', { class: 'type', x: 10, y: 35 }, (job.type || '') + (ended ? ' (ended)' : '')));
  return group;
}

// ---------------------------------------------------------------- plans

async function showPlans() {
  const { plans } = await ask('plans');
  byId('no-plans').hidden = plans.length > 0;
  byId('plan-frame').hidden = plans.length === 0;
  fill(byId('plan-table'), plans.map((plan) => {
    const button = element('button', plan.id, { type: 'button' });
    button.addEventListener('click', () => showMoves(plan.id));
    return row([button, plan.by, plan.state, plan.moves, figure(bytes(plan.bytes)),
      figure(bytes(plan.ssdBytes)), utc(plan.created)]);
  }));
}

async function showMoves(id) {
  try {
    const plan = await ask(`plans/${encodeURIComponent(id)}`);
    byId('move-frame').hidden = false;
    fill(byId('move-table'), plan.entries.map(({ move, status, fromHost, toHost }) =>
      row([long(move.file), `${move.from} ${fromHost}`, `${move.to} ${toHost}`,
        figure(bytes(move.bytes)), status, long(move.reason)])));
    problem(null);
    byId('plans').focus();
  } catch (error) {
    problem(error);
  }
}

// ---------------------------------------------------------------- decisions

async function showDecisions() {
  const { decisions } = await ask('decisions');
  byId('no-decisions').hidden = decisions.length > 0;
  byId('decision-frame').hidden = decisions.length === 0;
  fill(byId('decision-table'), decisions.map((decision) => {
    const button = element('button', decision.path, { type: 'button' });
    button.addEventListener('click', () => explain(decision.path));
    return row([long(button), utc(decision.at), decision.reusability,
      counted(decision.plan.map((p) => p.medium)), long(decision.why, 'text long')]);
  }));
}

// ---------------------------------------------------------------- explain

async function explain(path) {
  byId('path').value = path;
  remember('path', path);
  try {
    showExplanation(await ask('explain', { path }));
    problem(null);
    byId('explanation').scrollIntoView({ block: 'nearest' });
  } catch (error) {
    problem(error);
  }
}

function showExplanation(answer) {
  const list = document.createElement('dl');
  const add = (term, text) => list.append(element('dt', term), element('dd', text));
  add('Path', answer.path);
  add(answer.at ? `Now, at ${utc(answer.at)}` : 'Why', answer.why);
  if (answer.plan) {
    add('A block written now', answer.plan.map((replica) =>
      `${replica.medium} (LQ ${replica.lineageQuotient.toFixed(3)})`).join(', '));
  }
  (answer.decisions || []).forEach((decision) =>
    add(`Decided at ${utc(decision.at)}`, `${decision.path}: ` +
      `${decision.plan.map((p) => p.medium).join(', ')}, because: ${decision.why}`));
  answer.blocks.forEach((block) =>
    add(block.block, `${bytes(block.bytes)} on ${block.storages.join(', ')}`));
  byId('explanation').replaceChildren(list);
}

// ---------------------------------------------------------------- start

byId('explain-form').addEventListener('submit', (event) => {
  event.preventDefault();
  explain(byId('path').value.trim());
});

/** Links into the page: #workflow=ID draws a workflow, #path=P explains a path. */
async function follow() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (wanted.get('workflow')) {
    await choose(wanted.get('workflow'));
  }
  if (wanted.get('path')) {
    await explain(wanted.get('path'));
  }
}

['workflow', 'dataset'].forEach((kind) =>
  byId(`${kind}-filter`).addEventListener('input', () => filter(kind)));

const showAll = () => Promise.all([showStatus(), showWorkflows(), showPlans(), showDecisions()]);

/** Asks again; what is chosen, scrolled to and focused stays. */
async function refresh() {
  try {
    await showAll();
    if (chosen) {
      showWorkflow(await ask(`workflows/${encodeURIComponent(chosen)}`));
    }
    problem(null);
  } catch (error) {
    problem(error);
  }
}

byId('refresh').addEventListener('click', refresh);
addEventListener('hashchange', follow);
showAll().then(follow).catch((error) => {
  byId('state').textContent = '';
  problem(error);
});
