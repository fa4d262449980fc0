'use strict';
const element = id => document.getElementById(id);

// A contender keeps its line whatever else runs.
const STYLES = {
  'noop': ['--line-noop', [2, 3]], 'deadline': ['--line-deadline', [6, 3]],
  'cfq': ['--line-cfq', [8, 3, 2, 3]], 'mq-deadline': ['--line-mq-deadline', [4, 4]], 'kyber': ['--line-kyber', [2, 6]],
  'bfq': ['--line-bfq', [10, 4]], 'bid-published': ['--line-b', []],
  'bid-published-hybrid': ['--line-e', []], 'bid-hdd': ['--line-a', []],
  'bid-announced': ['--line-c', []], 'bid-hybrid': ['--line-d', []],
};
const POINTS = ['circle', 'triangle', 'rect', 'rectRot', 'cross', 'star'];

function bars(id, results, key, title) {
  const known = results.filter(r => r[key] !== null);
  plot(element(id), 'bar', {
    labels: known.map(r => r.contender),
    datasets: [{data: known.map(r => r[key]), backgroundColor: known.map(r => css('--' + r.kind)),
      borderRadius: 3, barPercentage: 0.85, categoryPercentage: 0.85}],
  }, {
    x: numbers(title, {beginAtZero: true}),
    y: names({}),
  }, {indexAxis: 'y', plugins: {
    legend: {display: false},
    tooltip: {callbacks: {label: c => shown(c.parsed.x) + ' ' + title}},
  }});
}

// One mark per percentile; a shape each, so that nobody needs the colours.
function latencies(id, results, op) {
  const known = results.filter(r => r['p99_' + op + '_ms'] !== null);
  const shownTimes = known.flatMap(r => ['p50', 'p99', 'max'].map(mark => r[mark + '_' + op + '_ms']));
  const marks = [['p50', 'circle', '--soft'], ['p99', 'triangle', '--ours'], ['max', 'rectRot', '--line-cfq']];
  plot(element(id), 'scatter', {
    datasets: marks.map(([mark, style, color]) => ({
      label: mark, pointStyle: style, pointRadius: 6, pointHoverRadius: 8,
      backgroundColor: css(color), borderColor: css(color),
      data: known.map(r => ({x: r[mark + '_' + op + '_ms'], y: r.contender})).filter(p => p.x > 0),
    })),
  }, {
    x: logarithmic(op + ' latency, ms', shownTimes.filter(ms => ms > 0)),
    y: names({type: 'category', labels: known.map(r => r.contender), offset: true,
      grid: {color: css('--line')}}),
  }, {plugins: {tooltip: {callbacks: {
    label: c => c.raw.y + ': ' + c.dataset.label + ' ' + shown(c.raw.x) + ' ms'}}}});
}

function lines(workload) {
  const of = Object.entries(data.processes[workload] || {});
  plot(element('processes-chart'), 'line', {
    datasets: of.map(([contender, p99], i) => {
      const [color, dash] = STYLES[contender] || ['--ink', []];
      return {label: contender, borderColor: css(color), backgroundColor: css(color), borderDash: dash,
        borderWidth: 2, pointStyle: POINTS[i % POINTS.length], pointRadius: p99.length < 40 ? 4 : 0,
        data: p99.map((ms, at) => ({x: 100 * (at + 1) / p99.length, y: ms}))};
    }),
  }, {
    x: numbers('processes, % (served best to served worst)', {type: 'linear', min: 0, max: 100}),
    y: logarithmic('p99 latency, ms', of.flatMap(([, p99]) => p99)),
  }, {plugins: {tooltip: {callbacks: {
    title: () => '', label: c => c.dataset.label + ': ' + shown(c.parsed.y) + ' ms'}}}});
}

function paths(workload) {
  const of = Object.entries(data.arm[workload] || {});
  const grid = element('paths-grid');
  grid.replaceChildren();
  let seconds = 0;
  let tracks = 0;
  for (const [, flat] of of) {
    for (let i = 0; i < flat.length; i += 2) {
      seconds = Math.max(seconds, flat[i] / 1000);
      tracks = Math.max(tracks, flat[i + 1]);
    }
  }
  for (const [contender, flat] of of) {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    const box = document.createElement('div');
    const canvas = document.createElement('canvas');
    caption.textContent = contender;
    box.className = 'chart';
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', 'Position of the arm over time under ' + contender);
    box.append(canvas);
    figure.append(caption, box);
    grid.append(figure);
    const points = [];
    for (let i = 0; i < flat.length; i += 2) {
      points.push({x: flat[i] / 1000, y: flat[i + 1]});
    }
    const ours = data.results.some(r => r.contender === contender && r.kind === 'ours');
    const color = css(ours ? '--ours' : '--soft');
    plot(canvas, 'scatter', {datasets: [{data: points, backgroundColor: color, borderWidth: 0,
      pointRadius: 0.9, pointHitRadius: 0}]}, {
      x: numbers('seconds', {type: 'linear', min: 0, max: seconds}),
      y: numbers('track', {type: 'linear', min: 0, max: tracks}),
    }, {parsing: false, normalized: true, events: [], plugins: {legend: {display: false}}});
  }
}

const again = redrawn(() => {
  const workload = element('workload').value;
  const kinds = ['peer', 'ours', 'bound'];
  const results = data.results.filter(r => r.workload === workload)
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  bars('time-chart', results, 'seconds', 'seconds');
  bars('movements-chart', results, 'arm_movements', 'movements of the arm');
  bars('distance-chart', results, 'arm_distance_tracks', 'distance, tracks');
  latencies('reads-chart', results, 'read');
  latencies('writes-chart', results, 'write');
  lines(workload);
  paths(workload);
});
element('workload').addEventListener('change', again);
