import { Money, type Observed, type Price } from '@portage/core';
import { findAsset, type Chain } from '@portage/core/chain';

/** Question about the balance of an address. */
export interface Worth {
  readonly chain: Chain;
  /** A price that is young enough. */
  readonly price: (assetId: string) => Price | undefined;
  /** A reading that is young enough. */
  readonly fresh: <T>(reading: Observed<T> | undefined) => T | undefined;
}

/**
 * Whether an amount is worth the gas: that of the sweep and, whatever becomes of it, that of paying
 * it back. Less stays where it is until more comes, and anybody may sweep it. Undefined while gas
 * or prices are not known; false for what is not listed.
 */
export function isWorthSweeping(
  { chain, price, fresh }: Worth,
  currency: string,
  amount: bigint,
): boolean | undefined {
  const asset = findAsset(chain, currency);
  if (asset === undefined || amount === 0n) return false;
  const sweep = fresh(chain.gas.estimate({ type: 'sweep', currency }));
  const refund = fresh(chain.gas.estimate({ type: 'refund', currency }));
  if (sweep === undefined || refund === undefined) return undefined;
  if (asset.isNative) return amount > sweep + refund;
  const [native, own] = [price(chain.native.id), price(asset.id)];
  if (native === undefined || own === undefined) return undefined;
  return (
    amount >
    Money.convertUp(
      sweep + refund,
      { decimals: chain.native.decimals, price: native },
      { decimals: asset.decimals, price: own },
    )
  );
}
