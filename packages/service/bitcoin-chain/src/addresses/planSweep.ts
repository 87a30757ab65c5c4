import { dustLimit, orderMarkScript, type BitcoinNetwork } from '@portage/bitcoin/transaction';
import { assert } from '@portage/core';
import type { RelayIntent } from '@portage/core/chain';
import { availableCoins, type OpenTransaction } from '../coins/availableCoins.js';
import { outpointOf, type OwnedCoin } from '../coins/coin.js';
import { unfunded, type Payment } from '../spend/planPayment.js';
import type { SpendingKey } from '../spend/signTransaction.js';
import type { AddressKeys } from './openAddressKeys.js';
import { readSweepOwner } from './sweepOwner.js';
import { sweptAmount, worthCoins } from './worthCoins.js';

/** Everything that a sweep is planned with. */
export interface SweepContext {
  readonly network: BitcoinNetwork;
  /** Output script of the depository. */
  readonly vault: Uint8Array;
  /** Coins of the address in blocks; undefined while they are not known. */
  readonly coins: readonly OwnedCoin[] | undefined;
  /** Transactions of the solver that may still land. */
  readonly open: readonly OpenTransaction[];
  /** Satoshi for a thousand virtual bytes. */
  readonly feeRate: bigint;
}

/** Key of the address that a sweep spends from. */
export function sweepKey(
  { to, data }: Pick<RelayIntent, 'to' | 'data'>,
  keys: AddressKeys,
  network: BitcoinNetwork,
): SpendingKey {
  const owner = readSweepOwner(data, network);
  const key = keys.keyOf?.(owner);
  assert(key !== undefined, 'whoever signs has the key of deposit addresses');
  assert(keys.addressOf(owner) === to, 'a sweep spends from the address of its owner');
  return key;
}

/**
 * Coins and outputs of a sweep before its fee: all that is worth it at the address, and one output
 * to the depository under the order and its depositor: of the sum, less the fee of coins beyond
 * those that the quote paid for. The rest of the fee comes out of coins of the solver. Pure.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` where no coins of the address may be spent now
 */
export function planSweep(
  { data }: Pick<RelayIntent, 'data'>,
  { script }: Pick<SpendingKey, 'script'>,
  { network, vault, coins, open, feeRate }: SweepContext,
): Payment {
  if (coins === undefined) throw unfunded('of a deposit address are not known');
  const known = new Set(coins.map(outpointOf));
  const free = availableCoins({ confirmed: coins, open }, script);
  const inputs = worthCoins(
    // A payer's payment to the address is not spent before it is in a block.
    free.filter((coin) => known.has(outpointOf(coin))),
    feeRate,
  );
  const value = sweptAmount(inputs, feeRate);
  if (value < dustLimit(vault)) throw unfunded('of a deposit address are not there');
  const { orderId, depositor } = readSweepOwner(data, network);
  const mark = orderMarkScript({ orderIds: [orderId], depositor }, 'compact', network);
  return {
    inputs,
    outputs: [
      { script: vault, value },
      { script: mark, value: 0n },
    ],
  };
}
