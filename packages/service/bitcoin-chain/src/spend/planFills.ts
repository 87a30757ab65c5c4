import {
  dustLimit,
  orderMarkScript,
  outputWeight,
  readOrderMark,
  scriptOf,
  type BitcoinNetwork,
  type Output,
} from '@portage/bitcoin/transaction';
import { assert, isPortageError } from '@portage/core';
import type { FillIntent, TransactionIntent } from '@portage/core/chain';
import { isSameScript } from '../coins/coin.js';
import type { Payment, PaymentKeys } from './planPayment.js';

/** Bytes of an order id in a mark. */
const idBytes = 32;
/** Weight of a payment at most: its output, the longest of an address, and its id in the mark. */
const paymentWeight = 4 * (8 + 1 + 34) + 4 * idBytes;
/** Weight of all payments of a transaction at most: less than a tenth of what nodes pass on. */
const paymentsWeightMax = 30_000;

/**
 * Fills of one transaction at most: as many as its mark may name, and no more than keep it small.
 *
 * @param dataBytesMax - bytes that an OP_RETURN output may carry
 */
export function fillsMax(dataBytesMax: number): number {
  return Math.min(
    Math.floor(dataBytesMax / idBytes),
    Math.floor(paymentsWeightMax / paymentWeight),
  );
}

/**
 * Whether a payment may be made together with others: a fill that nodes pass on. One to an address
 * of ours has an output that is not told from change. Pure.
 */
export function isJoinable(
  intent: TransactionIntent,
  { network, solver, vault }: PaymentKeys,
): intent is FillIntent {
  if (intent.type !== 'fill') return false;
  const script = readScript(intent.recipient, network);
  return (
    script !== undefined &&
    intent.amount >= dustLimit(script) &&
    [solver, vault].every((own) => !isSameScript(own.script, script))
  );
}

/**
 * Outputs of fills that one transaction makes: who is paid, in the order of the fills, and then the
 * mark, which names their orders in the same order. Nothing but this order says which output pays
 * which order. Pure.
 */
export function planFills({ network }: PaymentKeys, fills: readonly FillIntent[]): Payment {
  const orderIds = fills.map(({ orderId }) => orderId);
  assert(new Set(orderIds).size === fills.length, 'an order is paid by one output');
  const mark = { script: orderMarkScript({ orderIds }, 'compact', network), value: 0n };
  const paid = fills.map(({ recipient, amount }): Output => ({
    script: scriptOf(recipient, network),
    value: amount,
  }));
  return { inputs: [], outputs: [...paid, mark] };
}

/** Weights of the outputs that pay the orders of a mark; none without a mark. Pure. */
export function paymentWeights(
  outputs: readonly Output[],
  network: BitcoinNetwork,
): readonly bigint[] {
  const place = outputs.findIndex(({ script }) => readOrderMark(script, network) !== undefined);
  return outputs.slice(0, Math.max(place, 0)).map(({ script }) => BigInt(outputWeight(script)));
}

function readScript(address: string, network: BitcoinNetwork): Uint8Array | undefined {
  try {
    return scriptOf(address, network);
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    return undefined;
  }
}
