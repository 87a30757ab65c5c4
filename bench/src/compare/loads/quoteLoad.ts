import { workloads } from '../../quote/workloads.js';
import { inParallel } from './inParallel.js';
import type { Load } from './load.js';

const requests = 1_000;
const atOnce = 16;

/** Quotes over HTTP, the least that a client may send and everything in turns. */
export function quoteLoad(): Load {
  const bodies = workloads()
    .filter(({ hasKey }) => !hasKey)
    .map((workload) => workload.bodies);
  const bodyOf = (index: number): string => {
    const kind = bodies[index % bodies.length] ?? [];
    return kind[index % kind.length] ?? '';
  };
  return {
    name: 'quote',
    orders: requests,
    warmUps: 6,
    prepare: (side) =>
      Promise.resolve(async () => {
        await inParallel(requests, atOnce, async (index) => {
          const { status, text } = await side.ask('/quote/v2', bodyOf(index));
          if (status !== 200)
            throw new Error(`${side.label} refused a quote: ${text.slice(0, 500)}`);
        });
      }),
  };
}
