'use strict';
const element = id => document.getElementById(id);

const DASHES = {stock: [2, 3], stripe: [8, 4], rlsm: []};
const color = engine => css('--' + engine);

// One group of bars per label, one bar in it per engine; of(label, engine) is the bar's length.
function bars(id, labels, of, scales, more) {
  plot(element(id), 'bar', {
    labels: labels.map(label => label.name),
    datasets: data.engines.map(engine => ({
      label: engine, backgroundColor: color(engine), borderRadius: 3,
      data: labels.map(label => of(label, engine)),
    })),
  }, scales, Object.assign({plugins: {tooltip: {callbacks: {
    label: c => c.raw === null ? '' : c.dataset.label + ': ' + shown(c.raw)}}}}, more));
}

function lines(id, load, points, x, y) {
  const of = data.lines.filter(line => line.workload === load);
  plot(element(id), 'line', {
    datasets: of.map(line => ({
      label: line.contender, data: points(line), borderColor: color(line.contender),
      backgroundColor: color(line.contender), borderDash: DASHES[line.contender],
      borderWidth: 2, pointRadius: 0, pointHitRadius: 6, pointStyle: 'line',
    })),
  }, {x: numbers(x, {type: 'linear', min: 0}), y: numbers(y, {beginAtZero: true})},
  {plugins: {tooltip: {callbacks: {
    title: () => '', label: c => c.dataset.label + ': ' + shown(c.parsed.y) + ' at ' + shown(c.parsed.x)}}}});
}

function speeds() {
  const workloads = [...new Set(data.results.map(r => r.workload))];
  const ratio = (label, engine) => {
    const found = data.results.find(r => r.workload === label.name && r.contender === engine);
    return found ? found.throughput_ratio : null;
  };
  bars('speed-chart', workloads.map(name => ({name})), ratio, {
    x: names({}), y: numbers('operations per second, of stock', {beginAtZero: true})});
}

function loads(load) {
  const results = data.results.filter(r => r.workload === load);
  const figure = (label, engine) => {
    const found = results.find(r => r.contender === engine);
    return found && label.key in found ? found[label.key] : null;
  };
  bars('wa-chart', [
    {name: 'store files', key: 'write_amplification'},
    {name: 'with the log', key: 'write_amplification_with_wal'},
    {name: 'sent to storage', key: 'write_amplification_device'},
  ], figure, {x: names({}), y: numbers('bytes written per byte put', {beginAtZero: true})});
  const marks = [['p50', 'p50_put_batch_ms'], ['p99', 'p99_put_batch_ms'],
    ['p99.9', 'p999_put_batch_ms'], ['max', 'max_put_batch_ms']].map(([name, key]) => ({name, key}));
  const times = marks.flatMap(mark => data.engines.map(engine => figure(mark, engine)))
    .filter(ms => ms > 0);
  bars('latency-chart', marks, figure, {x: names({}), y: logarithmic('batch latency, ms', times)});
  bars('stall-chart', [{name: 'stalled', key: 'stall_seconds'}], figure, {
    x: names({}), y: numbers('seconds, of 4 threads', {beginAtZero: true, suggestedMax: 1})});
  lines('wa-line-chart', load, line => line.flushes.filter(mark => mark.flush >= 8)
    .map(mark => ({x: mark.flush, y: mark.storeBytes / (mark.rows * data.rowBytes)})),
  'flushes', 'bytes written per byte put');
  lines('compaction-chart', load,
    line => line.flushes.map(mark => ({x: mark.flush, y: mark.compactionSeconds})),
    'flushes', 'compaction seconds');
  lines('space-chart', load, line => line.samples.filter(sample => sample.rows > 0)
    .map(sample => ({x: sample.seconds, y: sample.spaceBytes / (sample.rows * line.bytesPerRow)})),
  'seconds', 'bytes per byte of flushed rows');
}

const again = redrawn(() => {
  speeds();
  loads(element('load').value);
});
element('load').addEventListener('change', again);
