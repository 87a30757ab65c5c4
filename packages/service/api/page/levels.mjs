// Service levels of the status page: bars of days, and a table of routes. What is not known is told
// as no data, never as good.
import { element, place, read } from './element.mjs';
import { drawIncidents } from './incidents.mjs';

const noData = 'no data';

/** A share as per cent, never rounded to what it is not. @param {number | undefined} share */
function percent(share) {
  if (share === undefined) return noData;
  return `${String(Math.round(share * 100_000) / 1_000)}%`;
}

/** @param {number} seconds */
function seconds(seconds) {
  return seconds < 120 ? `${String(seconds)} s` : `${(seconds / 60).toFixed(1)} min`;
}

/** @param {any} fills */
function fillText(fills) {
  return fills === undefined ? noData : [fills.p50, fills.p95, fills.p99].map(seconds).join(' / ');
}

/** @param {{ availability?: number, ended: number, refunded: number, failed: number }} day */
function classOf({ availability }) {
  if (availability === undefined) return 'none';
  if (availability >= 0.999) return 'good';
  return availability >= 0.95 ? 'warn' : 'bad';
}

/** @param {any} day */
function drawDay(day) {
  const ends =
    day.ended === 0
      ? 'no request ended'
      : `${String(day.filledAsQuoted)} of ${String(day.ended)} requests as quoted`;
  const words = `${day.day}: ${day.availability === undefined ? noData : `${percent(day.availability)} available`}, ${ends}`;
  const bar = element('li', { className: `bar ${classOf(day)}`, title: words }, [
    element('span', { className: 'unseen', text: words }),
  ]);
  // The lowest bar is still to be seen.
  bar.style.setProperty('--height', String(0.15 + 0.85 * (day.availability ?? 0)));
  return bar;
}

/** @param {string} label @param {string} value */
function drawFigure(label, value) {
  return element('div', {}, [
    element('dt', { text: label }),
    element('dd', { className: value === noData ? 'none' : '', text: value }),
  ]);
}

/** Labels of the cells of a route, which narrow screens show beside each value. */
const columns = ['Route', 'Requests', 'As quoted', 'Refunded', 'Fill p50 / p95 / p99', 'Available'];

/**
 * Makes a cell with its role, which a table without its layout would lose.
 *
 * @param {string} text
 * @param {number} column
 */
function drawCell(text, column) {
  const cell = element(column === 0 ? 'th' : 'td', { text });
  cell.setAttribute('role', column === 0 ? 'rowheader' : 'cell');
  if (column > 0) cell.setAttribute('data-label', columns[column] ?? '');
  return cell;
}

/** @param {Node[]} cells */
function drawRow(cells) {
  const row = element('tr', {}, cells);
  row.setAttribute('role', 'row');
  return row;
}

/** @param {string} name @param {Node[]} rows */
function drawRows(name, rows) {
  const group = element(name, {}, rows);
  group.setAttribute('role', 'rowgroup');
  return group;
}

/** @param {any} route @param {Map<number, string>} names */
function drawRoute(route, names) {
  const name = (/** @type {number} */ id) => names.get(id) ?? `chain ${String(id)}`;
  return drawRow(
    [
      `${name(route.originChainId)} → ${name(route.destinationChainId)}`,
      route.ended.toLocaleString('en'),
      percent(route.filledAsQuotedShare),
      percent(route.refundShare),
      fillText(route.fillSeconds),
      percent(route.availability),
    ].map(drawCell),
  );
}

/** @param {any[]} routes @param {Map<number, string>} names */
function drawRoutes(routes, names) {
  if (routes.length === 0)
    return element('p', { className: 'empty', text: 'No request has ended in these days.' });
  const heads = columns.map((text) => {
    const head = element('th', { text });
    head.setAttribute('role', 'columnheader');
    head.setAttribute('scope', 'col');
    return head;
  });
  const table = element('table', { className: 'routes' }, [
    element('caption', { className: 'unseen', text: 'Service levels by route' }),
    drawRows('thead', [drawRow(heads)]),
    drawRows(
      'tbody',
      routes.map((route) => drawRoute(route, names)),
    ),
  ]);
  table.setAttribute('role', 'table');
  return table;
}

/** @param {Map<number, string>} names */
async function draw(names) {
  const { total, routes, daily, incidents } = await read('/service-levels?days=30');
  const bars = element('ol', { className: 'bars' }, daily.map(drawDay));
  bars.setAttribute('aria-label', 'Availability by day');
  place('levels').replaceChildren(
    element('div', { className: 'levels' }, [
      bars,
      element('p', { className: 'span' }, [
        element('span', { text: daily[0].day }),
        element('a', { text: 'as JSON', href: '/service-levels' }),
        element('span', { text: 'today' }),
      ]),
      element('dl', {}, [
        drawFigure('Available', percent(total.availability)),
        drawFigure('Filled as quoted', percent(total.filledAsQuotedShare)),
        drawFigure('Refunded', percent(total.refundShare)),
        drawFigure('Fill p50 / p95 / p99', fillText(total.fillSeconds)),
      ]),
    ]),
    drawRoutes(routes, names),
  );
  drawIncidents(incidents, names);
}

/**
 * Reads and draws the levels, or says that they cannot be read.
 *
 * @param {Map<number, string>} names of chains
 */
export async function drawLevels(names) {
  try {
    await draw(names);
  } catch (error) {
    const text = `Service levels cannot be read: ${error instanceof Error ? error.message : ''}`;
    place('levels').replaceChildren(element('p', { className: 'empty', text }));
  }
}
