'use strict';
// What both BID pages draw with; figures are embedded, the tables beside them need no script.
const data = JSON.parse(document.getElementById('data').textContent);
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const charts = [];

// A number for people: 3 digits that count, thousands apart.
const shown = value => value.toLocaleString('en', {maximumSignificantDigits: value < 1000 ? 3 : 6});

function axis(title, more) {
  return Object.assign({
    title: {display: true, text: title, color: css('--soft')},
    ticks: {color: css('--soft'), maxRotation: 0, callback(value) { return this.getLabelForValue(value); }},
    grid: {color: css('--line')},
  }, more);
}

// Names of the category axis; numbers elsewhere, and on logarithmic axes only 1, 2 and 5.
function numbers(title, more) {
  const result = axis(title, more);
  result.ticks = {color: css('--soft'), maxRotation: 0, autoSkipPadding: 12, callback: value => {
    const digit = Number(value.toExponential()[0]);
    const plain = more && more.type === 'logarithmic' && (![1, 2, 5].includes(digit));
    return plain ? null : value.toLocaleString('en', {maximumSignificantDigits: 4});
  }};
  return result;
}

function plot(canvas, type, datasets, scales, more) {
  const options = Object.assign({
    responsive: true, maintainAspectRatio: false,
    animation: false, // a page that may be printed or captured at once
    scales,
  }, more);
  options.plugins = Object.assign({
    legend: {position: 'top', align: 'start',
      labels: {color: css('--ink'), usePointStyle: true, boxHeight: 7}},
  }, options.plugins);
  charts.push(new Chart(canvas, {type, data: datasets, options}));
}

function redrawn(draw) {
  const again = () => {
    charts.splice(0).forEach(chart => chart.destroy());
    draw();
  };
  again();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
  return again;
}
