import { createPsbt, dustLimit, orderMarkScript, type Coin } from '@portage/bitcoin/transaction';
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { Money, PortageError, requestFault } from '@portage/core';
import { sumOf } from '../coins/coin.js';
import {
  feeOf,
  fundWith,
  selectCoins,
  sizeOf,
  type Draft,
  type FundedDraft,
} from '../coins/selectCoins.js';

/** Coin of a payer. */
export interface PayerCoin extends Coin {
  /** Whether a block has it. */
  readonly isConfirmed: boolean;
}

/** A payer, as far as deposits need to know it. */
export interface PayerFacts {
  /** Script of the payer's address, which has the change. */
  readonly script: Uint8Array;
  readonly coins: readonly PayerCoin[];
  readonly publicKey: Uint8Array | undefined;
}

/** Where deposits go, and what they cost. */
export interface DepositTerms {
  readonly chainId: number;
  readonly network: BitcoinNetwork;
  /** Canonical address of the currency, for errors. */
  readonly currency: string;
  /** Address of the depository, for errors. */
  readonly depository: string;
  readonly vault: Uint8Array;
  /** Satoshi for a thousand virtual bytes. */
  readonly feeRate: bigint;
}

/** Order that a deposit pays. */
export interface DepositOrder {
  readonly orderId: string;
  /** Satoshi. */
  readonly amount: bigint;
}

/**
 * Coins and outputs of a deposit: the depository, the mark, and the payer's change unless that
 * would be dust. One coin is spent where one is enough, the smallest such: small coins may carry
 * what their owner wants to keep, and large ones stay whole. Coins that wait for a block are spent
 * where the others are not enough. Pure.
 *
 * @throws PortageError `AMOUNT_TOO_LOW`, `INSUFFICIENT_FUNDS`
 */
export function planDeposit(
  { script, coins }: Pick<PayerFacts, 'script' | 'coins'>,
  { orderId, amount }: DepositOrder,
  terms: DepositTerms,
): FundedDraft {
  const least = dustLimit(terms.vault);
  if (amount < least) throw tooLow(amount, least, terms.currency);
  const draft: Draft = {
    inputs: [],
    outputs: [
      { script: terms.vault, value: amount },
      { script: orderMarkScript({ orderIds: [orderId] }, 'text', terms.network), value: 0n },
    ],
    change: script,
    feeRate: terms.feeRate,
  };
  const settled = coins.filter(({ isConfirmed }) => isConfirmed);
  const funded =
    smallestAlone(draft, settled) ?? selectCoins(draft, settled) ?? selectCoins(draft, coins);
  if (funded !== undefined) return funded;
  const fee = feeOf(terms.feeRate, sizeOf(coins, draft.outputs));
  throw new PortageError('INSUFFICIENT_FUNDS', {
    message: `The payer's coins are worth ${Money.format(sumOf(coins), 8)} BTC, and the amount with the fee of its transaction is ${Money.format(amount + fee, 8)} BTC.`,
    hint: 'Pay less, or gather coins at the address first.',
    context: {
      chainId: terms.chainId,
      currency: terms.currency,
      to: terms.depository,
      held: sumOf(coins).toString(),
      needed: (amount + fee).toString(),
    },
  });
}

/** Pays by the smallest coin that is enough alone. */
function smallestAlone(draft: Draft, coins: readonly PayerCoin[]): FundedDraft | undefined {
  const sorted = [...coins].sort((one, other) => (one.value < other.value ? -1 : 1));
  for (const coin of sorted) {
    const funded = fundWith(draft, [coin]);
    if (funded !== undefined) return funded;
  }
  return undefined;
}

/**
 * The transaction of a deposit for a wallet to sign, as hex.
 *
 * @throws PortageError `AMOUNT_TOO_LOW`, `INSUFFICIENT_FUNDS`
 */
export function createDepositPsbt(
  payer: PayerFacts,
  order: DepositOrder,
  terms: DepositTerms,
): string {
  const { inputs, outputs } = planDeposit(payer, order, terms);
  const { publicKey } = payer;
  return createPsbt({
    coins: inputs,
    outputs,
    network: terms.network,
    ...(publicKey === undefined ? {} : { publicKey }),
  });
}

function tooLow(amount: bigint, least: bigint, currency: string): PortageError {
  return requestFault('amount', `must be at least ${least.toString()} satoshi`, {
    code: 'AMOUNT_TOO_LOW',
    message: 'Nodes pass no output on that is worth so little.',
    hint: `Pay at least ${least.toString()} satoshi.`,
    context: { amount: amount.toString(), minimumAmount: least.toString(), currency },
  });
}
