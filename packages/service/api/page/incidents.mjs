// Outages of the status page, from what service levels tell of them.
import { element, place } from './element.mjs';

const shownMax = 20;

/** @param {number} minutes */
function lasted(minutes) {
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${String(days)} d ${String(hours)} h`;
  return hours > 0 ? `${String(hours)} h ${String(minutes % 60)} min` : `${String(minutes)} min`;
}

/** A time to the minute, in UTC as the days above are. @param {string} text */
function drawTime(text) {
  const time = element('time', { text: `${text.slice(0, 10)} ${text.slice(11, 16)}` });
  time.setAttribute('datetime', text);
  return time;
}

/** @param {any} incident @param {Map<number, string>} names */
function drawIncident({ chainId, startedAt, endedAt, minutes }, names) {
  const isOver = endedAt !== undefined;
  const who = chainId === undefined ? 'The service' : (names.get(chainId) ?? `Chain ${chainId}`);
  const what = chainId === undefined ? 'did not answer' : 'was not available';
  return element('li', { className: 'request' }, [
    element('div', { className: 'what', text: `${who} ${isOver ? what : 'is not available'}` }),
    element('div', {
      className: `word ${isOver ? 'warn' : 'bad'}`,
      text: isOver ? lasted(minutes) : `Now, for ${lasted(minutes)}`,
    }),
    element('div', { className: 'more' }, [
      drawTime(startedAt),
      ...(isOver ? [element('span', { text: 'to' }), drawTime(endedAt)] : []),
      element('span', { text: 'UTC' }),
    ]),
  ]);
}

/**
 * Draws the newest outages, or that there were none.
 *
 * @param {any[]} incidents
 * @param {Map<number, string>} names of chains
 */
export function drawIncidents(incidents, names) {
  place('incidents').replaceChildren(
    ...(incidents.length === 0
      ? [element('li', { className: 'empty', text: 'No incidents.' })]
      : incidents.slice(0, shownMax).map((incident) => drawIncident(incident, names))),
  );
}
