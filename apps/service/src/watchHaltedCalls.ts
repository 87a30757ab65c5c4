import { describeError, type Clock, type Log } from '@portage/core';
import type { Chain, Chains, PriceSource } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import { areCallsHalted, type BurnPolicy } from '@portage/solver';

const pollMs = 1_000;

/** Chains, database, clock and lifetime of {@link watchHaltedCalls}. */
export interface HaltedCallsOptions {
  readonly chains: Pick<Chains, 'all'>;
  readonly settlement: Pick<Settlement, 'chains'>;
  readonly prices: PriceSource;
  readonly policy: BurnPolicy;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Keeps in memory on which chains calls have burned their budget of gas, by the rule of the solver,
 * so that no quote promises what would go back. While the database cannot be read, the last answer
 * stands.
 */
export async function watchHaltedCalls(
  options: HaltedCallsOptions,
): Promise<(chain: Chain) => boolean> {
  const { chains, settlement, clock, log, signal } = options;
  let halted: ReadonlySet<number> = new Set();
  const read = async (): Promise<void> => {
    const burned = await settlement.chains.burnedGas();
    const gasOf = new Map(burned.map(({ chainId, burned: gas }) => [chainId, gas]));
    const found = new Set(
      chains.all
        .filter((chain) => isBurnedOut(chain, gasOf.get(chain.id) ?? 0n, options))
        .map(({ id }) => id),
    );
    for (const { id, slug } of chains.all)
      if (found.has(id) !== halted.has(id))
        log(found.has(id) ? 'txs are no longer quoted' : 'txs are quoted again', { chain: slug });
    halted = found;
  };
  await read();
  clock.every(
    pollMs,
    () => {
      read().catch((error: unknown) => {
        if (!signal.aborted) log('burned gas could not be read', { error: describeError(error) });
      });
    },
    signal,
  );
  return ({ id }) => halted.has(id);
}

/** Without a price nothing is quoted anyway. */
function isBurnedOut(
  { native }: Chain,
  burned: bigint,
  { prices, policy }: Pick<HaltedCallsOptions, 'prices' | 'policy'>,
): boolean {
  const price = prices.price(native.id)?.value;
  return (
    price !== undefined && areCallsHalted(burned, { decimals: native.decimals, price }, policy)
  );
}
