'use strict';
const MIB = 1024 * 1024;

function bars(id, labels, series, unit, stacked) {
  const digits = unit === 'replicas' ? 0 : 1;
  const amount = value => value.toLocaleString('en', {maximumFractionDigits: digits}) + ' ' + unit;
  charts.push(new Chart(document.getElementById(id), {
    type: 'bar',
    data: {labels, datasets: series.map(s => ({
      label: s.label, data: s.values, backgroundColor: css(s.color), borderRadius: 3,
      barPercentage: 0.85, categoryPercentage: 0.85,
    }))},
    options: {
      indexAxis: 'y', responsive: true, maintainAspectRatio: false,
      animation: false, // a page that may be printed or captured at once
      scales: {
        x: {stacked, beginAtZero: true, title: {display: true, text: unit, color: css('--soft')},
          ticks: {color: css('--soft'), precision: digits === 0 ? 0 : undefined}, grid: {color: css('--line')}},
        y: {stacked, ticks: {color: css('--ink'), autoSkip: false}, grid: {display: false}},
      },
      plugins: {
        legend: {position: 'top', align: 'start', labels: {color: css('--ink'), boxWidth: 14}},
        tooltip: {callbacks: {label: c => c.dataset.label + ': ' + amount(c.parsed.x)}},
      },
    },
  }));
}

function draw() {
  // What is to be compared stands next to each other: by job or dataset, then by contender.
  const unique = values => [...new Set(values)];
  const names = unique(data.jobs.map(job => job.job));
  const jobs = names.flatMap(name => data.jobs.filter(job => job.job === name));
  const datasets = unique(data.datasets.map(d => d.name))
    .flatMap(name => data.datasets.filter(d => d.name === name));
  const read = key => jobs.map(job => job[key] / MIB);
  bars('reads-chart', jobs.map(job => job.job + ' · ' + job.contender), [
    {label: 'map input from SSD', color: '--ssd', values: read('map_input_bytes_read_ssd')},
    {label: 'map input from DISK', color: '--disk', values: read('map_input_bytes_read_disk')},
    {label: 'other from SSD', color: '--ssd-soft', values: read('other_bytes_read_ssd')},
    {label: 'other from DISK', color: '--disk-soft', values: read('other_bytes_read_disk')},
  ], 'MiB', true);
  bars('replicas-chart', datasets.map(d => d.name + ' · ' + d.contender), [
    {label: 'on SSD', color: '--ssd', values: datasets.map(d => d.replicas_ssd)},
    {label: 'on DISK', color: '--disk', values: datasets.map(d => d.replicas_disk)},
  ], 'replicas', true);
  // Colours mean tiers and nothing else, so contenders are shades of one grey.
  const shades = ['--line', '--shade-1', '--shade-2', '--shade-3', '--shade-4'];
  const times = (id, labels, runs) => bars(id, labels, runs.map((run, i) => ({
    label: run.contender, values: run.seconds.slice(0, labels.length),
    color: shades[Math.max(0, shades.length - runs.length + i)],
  })), data.emulated ? 'seconds, emulated devices' : 'seconds', false);
  times('times-chart', [...names, 'the chain'], data.times);
  const spent = (id, of) => {
    const each = names.flatMap(name => of.filter(job => job.job === name));
    bars(id, each.map(job => job.job + ' · ' + job.contender), [
      {label: 'starting', color: '--shade-1', values: each.map(job => job.seconds_starting)},
      {label: 'computing', color: '--shade-2', values: each.map(job => job.seconds_computing)},
      {label: 'waiting for devices', color: '--shade-4',
        values: each.map(job => job.seconds_waiting_for_devices)},
    ], 'seconds, emulated devices', true);
  };
  if (data.emulated) {
    spent('spent-chart', data.jobs);
  }
  if (data.beside.length > 0) {
    times('beside-chart', [...names, 'the chain'], data.beside);
    spent('beside-spent-chart', data.besideJobs);
  }
}

redrawn(draw);
