'use strict';
// What all pages draw with; figures are embedded, the tables beside them need no script.
const data = JSON.parse(document.getElementById('data').textContent);
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const charts = [];

// A number for people: 3 digits that count, thousands apart.
const shown = value => value.toLocaleString('en', {maximumSignificantDigits: value < 1000 ? 3 : 6});

// The axis of categories, which bears names.
function names(more) {
  return Object.assign({ticks: {color: css('--ink'), autoSkip: false}, grid: {display: false}}, more);
}

// An axis of numbers; a title says what, and in which unit.
function numbers(title, more) {
  return Object.assign({
    title: {display: true, text: title, color: css('--soft')},
    ticks: {color: css('--soft'), maxRotation: 0, autoSkipPadding: 12, includeBounds: false,
      callback: value => value.toLocaleString('en',
        value >= 1e6 ? {notation: 'compact'} : {maximumSignificantDigits: 4})},
    grid: {color: css('--line')},
  }, more);
}

// A logarithmic one from and to a 1, 2 or 5 beyond the values, with ticks at those.
function logarithmic(title, values) {
  const steps = [];
  for (let power = -3; power < 9; power++) {
    steps.push(...[1, 2, 5].map(digit => digit * 10 ** power));
  }
  const least = Math.min(...values);
  const most = Math.max(...values);
  const min = steps.filter(step => step <= least * 0.95).pop() || steps[0];
  const max = steps.find(step => step >= most * 1.05) || most;
  return numbers(title, {type: 'logarithmic', min, max, afterBuildTicks: scale => {
    scale.ticks = steps.filter(step => step >= min && step <= max).map(value => ({value}));
  }});
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
