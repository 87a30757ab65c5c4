import { describeError, type Clock, type Log } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { QuoterOptions } from '@portage/quoter';
import type { Settlement } from '@portage/settlement';
import { createBalanceMemory, type BalanceMemory } from './createBalanceMemory.js';
import { createQuotedPayers, type QuotedPayers } from './createQuotedPayers.js';

const pollMs = 500;
const readMsMax = 3_000;

/** Chains whose payers are looked at, and the lifetime of that. */
export interface UserBalancesOptions {
  readonly chains: readonly Pick<Chain, 'id' | 'slug' | 'balances'>[];
  /** Tells what happens to requests. */
  readonly hub: Pick<Settlement['hub'], 'onChange'>;
  readonly clock: Pick<Clock, 'now' | 'every' | 'timeout'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Balances and allowances of payers, and who is noted for them. */
export interface UserBalances extends Pick<QuotedPayers, 'note'> {
  readonly userBalance: NonNullable<QuoterOptions['userBalance']>;
}

/**
 * Keeps the balances and allowances of payers who asked for quotes lately, so that a quote tells
 * them without a call to a chain: the first one does not know, the next one does. Each chain has at
 * most one call at a time, and none while no quote is asked for.
 *
 * A payment uses an allowance up: once something has happened to a quote, what was read of its
 * payer before does not count. Quotes of other processes are not known, and a payment that was not
 * seen yet is not, either: the executor of the client looks at the allowance before it sends.
 */
export function watchUserBalances(options: UserBalancesOptions): UserBalances {
  const { clock, hub, signal } = options;
  const payers = createQuotedPayers();
  const memories = new Map<number, BalanceMemory>();
  for (const chain of options.chains) {
    if (chain.balances.readMany === undefined) continue;
    const memory = createBalanceMemory();
    memories.set(chain.id, memory);
    let isReading = false;
    const refresh = async (): Promise<void> => {
      if (isReading) return;
      isReading = true;
      await readDue(chain, memory, options);
      isReading = false;
    };
    clock.every(pollMs, () => void refresh(), signal);
  }
  hub.onChange((ids) => {
    for (const id of ids) {
      const quoted = payers.of(id);
      if (quoted !== undefined) memories.get(quoted.originChainId)?.paid(quoted.payer, clock.now());
    }
  });
  return {
    note: (request) => payers.note(request),
    userBalance: ({ id }, account, currency, spender) =>
      memories.get(id)?.ask({ account, currency, spender }, clock.now()),
  };
}

/** Balances that cannot be read are left to the next round: nothing waits for them. */
async function readDue(
  { slug, balances }: UserBalancesOptions['chains'][number],
  memory: BalanceMemory,
  { clock, log, signal }: UserBalancesOptions,
): Promise<void> {
  const places = memory.due(clock.now());
  if (places.length === 0) return;
  try {
    const stop = AbortSignal.any([signal, clock.timeout(readMsMax)]);
    const found = await balances.readMany?.(places, stop);
    if (found !== undefined) memory.keep(places, found);
  } catch (error) {
    if (!signal.aborted)
      log('balances of payers could not be read', { chain: slug, error: describeError(error) });
  }
}
