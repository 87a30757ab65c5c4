import type { SolverOptions } from '../context.js';

/** Halts every chain that is not halted yet, until an operator clears each of them. */
export async function haltAll(
  { chains, settlement, log }: Pick<SolverOptions, 'chains' | 'settlement' | 'log'>,
  reason: string,
): Promise<void> {
  const ids = chains.all.map(({ id }) => id);
  for (const id of await settlement.chains.haltAll(ids, reason))
    log('a chain is halted', { chain: chains.byId(id).slug, level: 'error', reason });
}
