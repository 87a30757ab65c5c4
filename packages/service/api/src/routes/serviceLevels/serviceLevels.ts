import type { Route } from '../context.js';
import { createShared } from '../dashboard/createShared.js';
import { describeLevels } from './describeLevels.js';

const dayMs = 86_400_000;

/** `GET /service-levels`: availability, ends of requests and times of fills, by day and route. */
export const serviceLevels: Route<'serviceLevels'> = ({ store, now }) => {
  const read = createShared(
    async (count) => {
      const at = now();
      const days = Array.from({ length: Number(count) }, (_, age) => dayOf(at - age * dayMs));
      days.reverse();
      const [from = '', to = ''] = [days[0], days.at(-1)];
      return describeLevels(await store.levels.read({ from, to }), days, at);
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
