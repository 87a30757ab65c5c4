import { describeError, type Clock, type Log } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';

const pollMs = 1_000;

/** Database, clock and lifetime of {@link watchAssetFaults}. */
export interface AssetFaultsOptions {
  readonly settlement: Pick<Settlement, 'chains'>;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Keeps in memory which currencies workers found not to be payable, so that quotes need not ask.
 * While the database cannot be read, the last answer stands.
 */
export async function watchAssetFaults({
  settlement,
  clock,
  log,
  signal,
}: AssetFaultsOptions): Promise<(chain: Chain, currency: string) => boolean> {
  let known: ReadonlySet<string> = new Set();
  const keyOf = (chainId: number, currency: string): string => `${String(chainId)}:${currency}`;
  const read = async (): Promise<void> => {
    const faults = await settlement.chains.assetFaults();
    known = new Set(faults.map(({ chainId, currency }) => keyOf(chainId, currency)));
  };
  await read();
  const refresh = (): void => {
    read().catch((error: unknown) => {
      if (!signal.aborted)
        log('currencies that fail could not be read', { error: describeError(error) });
    });
  };
  clock.every(pollMs, refresh, signal);
  return ({ id }, currency) => known.has(keyOf(id, currency));
}
