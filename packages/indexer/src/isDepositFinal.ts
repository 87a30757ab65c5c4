import { findAsset, Money, type Chain, type DepositEvent, type Observed } from '@portage/core';

/** How far a chain has come, by its own word. */
export interface Progress {
  readonly height: number;
  readonly finalizedHeight: number;
}

/** More than any deposit is worth: what has no price waits as long as the most expensive. */
const unknownValue = 2n ** 96n;

/** A price from before this is no price. */
const priceAgeMsMax = 300_000;

/** Value of a deposit in micro-USD, rounded up; without a fresh price it counts as more than anything. */
export function depositValue(
  chain: Chain,
  deposit: Pick<DepositEvent, 'currency' | 'amount'>,
  prices: (assetId: string) => Observed<Money.Price> | undefined,
  now: number,
): bigint {
  const asset = findAsset(chain, deposit.currency);
  const price = asset === undefined ? undefined : prices(asset.id);
  if (asset === undefined || price === undefined || now - price.observedAt > priceAgeMsMax) return unknownValue;
  return Money.usdUp(deposit.amount, asset.decimals, price.value);
}

/** Whether enough blocks stand on an event of this value for money to be spent because of it. */
export function isFinalAt(chain: Chain, height: number, valueMicroUsd: bigint, progress: Progress): boolean {
  if (height <= progress.finalizedHeight) return true;
  const needed = chain.finality.confirmations(valueMicroUsd);
  return needed !== 'finalized' && progress.height - height + 1 >= needed;
}
