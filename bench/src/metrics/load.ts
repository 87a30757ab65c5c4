/**
 * Loads two servers of one process in turn with the same call and prints the CPU time of each.
 * Argument: {@link loadSchema} as JSON.
 */
import { Pool } from 'undici';
import { z } from 'zod';
import { processCpu } from '../measure/processCpu.js';

/** Order of the loads, repeated, so that drift hits both servers alike. */
const order = ['on', 'off', 'off', 'on'] as const;

const loadSchema = z.object({
  /** Process id of the servers. */
  pid: z.number(),
  on: z.string(),
  off: z.string(),
  /**
   * URL of the gate, open while the counting server is loaded, so that its counts are written then.
   */
  gate: z.string(),
  call: z.object({
    method: z.enum(['GET', 'POST']),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().optional(),
  }),
  /** Concurrent calls, each on a connection of its own. */
  connections: z.number(),
  /** Calls of one load, and loads of a round. */
  calls: z.number(),
  loads: z.number(),
  rounds: z.number(),
});

type Call = z.infer<typeof loadSchema>['call'];

const { pid, on, off, gate, call, connections, calls, loads, rounds } = loadSchema.parse(
  JSON.parse(process.argv[2] ?? ''),
);
const pools = { on: new Pool(on, { connections }), off: new Pool(off, { connections }) };
const gates = new Pool(gate, { connections: 1 });

async function ask(pool: Pool, { body, ...call }: Call): Promise<void> {
  const { statusCode, body: answer } = await pool.request({ ...call, body: body ?? null });
  await answer.dump();
  if (statusCode !== 200)
    throw new Error(`${call.method} ${call.path} answered ${String(statusCode)}.`);
}

/** Turns the gate. Both kinds of loads turn it twice, so the cost is the same for both. */
function turnGate(path: '/open' | '/shut'): Promise<void> {
  return ask(gates, { method: 'POST', path, headers: {} });
}

async function load(mode: 'on' | 'off'): Promise<number> {
  const before = processCpu(pid);
  await turnGate(mode === 'on' ? '/open' : '/shut');
  let left = calls;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await ask(pools[mode], call);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  await turnGate('/shut');
  return processCpu(pid) - before;
}

for (let round = 0; round < rounds; round += 1) {
  const cpu = { on: 0, off: 0 };
  for (let turn = 0; turn < loads; turn += 1) {
    const mode = order[turn % order.length] ?? 'on';
    cpu[mode] += await load(mode);
  }
  process.stdout.write(
    `${JSON.stringify({ on: cpu.on, off: cpu.off, calls: (calls * loads) / 2 })}\n`,
  );
}
await Promise.all([pools.on.close(), pools.off.close(), gates.close()]);
