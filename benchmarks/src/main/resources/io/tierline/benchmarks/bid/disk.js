'use strict';
redrawn(() => {
  const line = (label, times, color, dash) => ({label, borderColor: css(color), backgroundColor: css(color),
    borderDash: dash, borderWidth: 2, pointRadius: 0, pointStyle: 'line',
    data: times.map((ms, i) => ({x: ms, y: 100 * data.fractions[i]}))});
  plot(document.getElementById('cdf-chart'), 'line', {datasets: [
    line('measured', data.measured, '--ink', []),
    line('model', data.model, '--ours', [6, 3]),
  ]}, {
    x: numbers('response time, ms', {type: 'linear', min: 0}),
    y: numbers('requests served within it, %', {type: 'linear', min: 0, max: 100}),
  }, {plugins: {tooltip: {callbacks: {
    title: () => '', label: c => c.dataset.label + ': ' + shown(c.parsed.y) + ' % within ' + shown(c.parsed.x) + ' ms'}}}});
});
