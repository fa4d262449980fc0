'use strict';
const element = id => document.getElementById(id);

function bars(id, results, key, unit) {
  const known = results.filter(r => r[key].length > 0);
  plot(element(id), 'bar', {
    labels: known.map(r => r.contender),
    datasets: [{data: known.map(r => r[key][0]), backgroundColor: known.map(r => css('--' + r.kind)),
      borderRadius: 3, barPercentage: 0.85, categoryPercentage: 0.85}],
  }, {
    x: numbers(unit, {beginAtZero: true}),
    y: names({}),
  }, {indexAxis: 'y', plugins: {
    legend: {display: false},
    tooltip: {callbacks: {label: c => {
      const [median, least, most] = known[c.dataIndex][key];
      return shown(median) + ' (' + shown(least) + ' to ' + shown(most) + ')';
    }}},
  }});
}

// Stock, the policies and LDM: more bars than these for each job, and nobody reads them.
const SHOWN = ['stock', 'one-ssd', 'all-ssd', 'ldm', 'ldm-auto'];
const COLORS = ['--shade-1', '--shade-2', '--shade-3', '--ours', '--second'];

function jobs(of) {
  const chosen = SHOWN.filter(name => of[name]);
  const labels = Object.keys(of.stock).slice(0, 60);
  plot(element('jobs-chart'), 'bar', {
    labels,
    datasets: chosen.map(name => ({label: name, data: labels.map(job => of[name][job]),
      backgroundColor: css(COLORS[SHOWN.indexOf(name)]), borderRadius: 2})),
  }, {
    x: names({ticks: {color: css('--ink'), autoSkip: labels.length > 20, maxRotation: 60}}),
    y: numbers('seconds', {beginAtZero: true}),
  }, {plugins: {tooltip: {callbacks: {
    label: c => c.dataset.label + ': ' + shown(c.parsed.y) + ' s'}}}});
}

function written(results) {
  const media = [['SSD', 'ssd_written', '--ssd'], ['disk', 'disk_written', '--disk']];
  plot(element('written-chart'), 'bar', {
    labels: results.map(r => r.contender),
    datasets: media.map(([label, key, color]) => ({label, data: results.map(r => r[key][0]),
      backgroundColor: css(color), borderRadius: 2})),
  }, {
    x: numbers('GB written', {beginAtZero: true, stacked: true}),
    y: names({stacked: true}),
  }, {indexAxis: 'y', plugins: {tooltip: {callbacks: {
    label: c => c.dataset.label + ': ' + shown(c.parsed.x) + ' GB'}}}});
}

const again = redrawn(() => {
  const load = element('load').value;
  const results = data.results.filter(r => r.load === load);
  bars('saved-chart', results, 'saved', 'whole load: time saved, %');
  bars('chain_saved-chart', results, 'chain_saved', 'chain: time saved, %');
  bars('other_saved-chart', results, 'other_saved', 'other jobs: time saved, %');
  jobs(data.jobs[load]);
  bars('from_ssd-chart', results, 'from_ssd', 'map input from SSDs, %');
  written(results);
});
element('load').addEventListener('change', again);
