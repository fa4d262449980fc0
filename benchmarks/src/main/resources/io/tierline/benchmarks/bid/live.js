'use strict';
const element = id => document.getElementById(id);
const title = r => r.contender || r.name;

function rates(results) {
  plot(element('rate-chart'), 'bar', {
    labels: results.map(title),
    datasets: [{data: results.map(r => r.mb_per_s), backgroundColor: results.map(r => css('--' + r.kind)),
      borderRadius: 3, barPercentage: 0.85, categoryPercentage: 0.85}],
  }, {
    x: numbers('MB/s', {beginAtZero: true}),
    y: names({}),
  }, {indexAxis: 'y', plugins: {
    legend: {display: false},
    tooltip: {callbacks: {label: c => shown(c.parsed.x) + ' MB/s'}},
  }});
}

// One mark per percentile; a shape each, so that nobody needs the colours.
function latencies(kind, results) {
  const marks = [['p50', 'circle', '--soft'], ['p95', 'rectRot', '--line-cfq'], ['p99', 'triangle', '--ours']];
  const known = results.filter(r => r[kind + '_p99_ms'] > 0);
  const times = known.flatMap(r => marks.map(([mark]) => r[kind + '_' + mark + '_ms'])).filter(ms => ms > 0);
  plot(element(kind + '-chart'), 'scatter', {
    datasets: marks.map(([mark, style, color]) => ({
      label: mark, pointStyle: style, pointRadius: 6, pointHoverRadius: 8,
      backgroundColor: css(color), borderColor: css(color),
      data: known.map(r => ({x: r[kind + '_' + mark + '_ms'], y: title(r)})).filter(p => p.x > 0),
    })),
  }, {
    x: logarithmic(kind === 'reader' ? 'latency of reads, ms' : 'write and sync, ms', times),
    y: names({type: 'category', labels: known.map(title), offset: true, grid: {color: css('--line')}}),
  }, {plugins: {tooltip: {callbacks: {
    label: c => c.raw.y + ': ' + c.dataset.label + ' ' + shown(c.raw.x) + ' ms'}}}});
}

const again = redrawn(() => {
  const results = data.results.filter(r => r.workload === element('case').value);
  rates(results);
  latencies('reader', results);
  latencies('syncer', results);
});
element('case').addEventListener('change', again);
