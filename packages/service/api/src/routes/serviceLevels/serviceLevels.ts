import type { Route } from '../context.js';
import { createShared } from '../dashboard/createShared.js';
import { describeLevels } from './describeLevels.js';
import { findIncidents } from './findIncidents.js';

const dayMs = 86_400_000;

/** `GET /service-levels`: availability, ends of requests, times of fills, and outages. */
export const serviceLevels: Route<'serviceLevels'> = ({ store, chains, now }) => {
  const read = createShared(
    async (count) => {
      const at = now();
      const days = Array.from({ length: Number(count) }, (_, age) => dayOf(at - age * dayMs));
      days.reverse();
      const [from = '', to = ''] = [days[0], days.at(-1)];
      const start = Date.parse(`${from}T00:00:00Z`);
      const records = await store.levels.read({ from, to });
      const turns = await store.levels.turns(start);
      const chainIds = chains.all.map(({ id }) => id);
      const incidents = findIncidents({ ...records, turns, chainIds, from: start, now: at });
      return describeLevels(records, days, { now: at, incidents });
    },
    { now },
  );
  return (call, reply) => {
    const { days } = call.read('query');
    void reply.header('cache-control', 'public, max-age=10');
    return read(String(days));
  };
};

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
