import { describeError, type Clock, type Log } from '@portage/core';
import type { PriceSource } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';

const keepMs = 5_000;

type KeptPrices = Parameters<Settlement['prices']['keep']>[0];

/** Prices, database, clock and lifetime of {@link keepPrices}. */
export interface KeptPricesOptions {
  readonly prices: PriceSource;
  readonly records: Settlement['prices'];
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Keeps the accepted prices in the database, all in one statement every five seconds, so that the
 * first price after a start is compared with the last one before it. Prices of a table are not
 * kept: an operator may change them at will.
 */
export function keepPrices({ prices, records, clock, log, signal }: KeptPricesOptions): void {
  let kept: ReadonlyMap<string, number> = new Map();
  let isWriting = false;
  const write = async (): Promise<void> => {
    const accepted = acceptedPrices(prices);
    const changed = accepted.filter(({ assetId, observedAt }) => kept.get(assetId) !== observedAt);
    if (changed.length > 0) await records.keep(changed);
    kept = new Map(accepted.map(({ assetId, observedAt }) => [assetId, observedAt]));
  };
  const refresh = (): void => {
    if (isWriting) return;
    isWriting = true;
    write()
      .catch((error: unknown) => {
        if (!signal.aborted)
          log('accepted prices could not be kept', { error: describeError(error) });
      })
      .finally(() => {
        isWriting = false;
      });
  };
  clock.every(keepMs, refresh, signal);
}

function acceptedPrices(prices: PriceSource): KeptPrices {
  return (prices.states?.() ?? []).flatMap(({ assetId, feed, price }) =>
    price === undefined || feed === 'fixed'
      ? []
      : [{ assetId, value: price.value, observedAt: price.observedAt }],
  );
}
