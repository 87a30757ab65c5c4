import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import {
  scriptOf,
  transactionWeight,
  virtualSize,
  type ScriptKind,
} from '@portage/bitcoin/transaction';
import type { GasOperation } from '@portage/core/chain';

/** Coins that a payment takes on average, so that what is estimated is enough. */
const usualCoins = 2;
/** Script of P2WPKH: 22 bytes, as ours all are. */
const own = script(22);
/** Script of P2TR and P2WSH: 34 bytes, the longest of an address. */
const longest = script(34);
/** OP_RETURN scripts: order id as text; as bytes; as bytes with a depositor. */
const [textMark, mark, addressMark] = [script(68), script(34), script(67)];

/**
 * Virtual bytes of a sweep of so many coins at most, with two of the solver for the fee. They are
 * the gas of a call here.
 */
export function sweepSize(coins: number): number {
  return sizeOf(Math.max(1, coins) + usualCoins, [own, addressMark, own]);
}

/**
 * Virtual bytes of a sweep that the solver pays for: of two coins at most, with one of its own.
 * What spending further coins costs comes off what they bring.
 */
export function paidSweepSize(coins: number): number {
  return sizeOf(Math.min(Math.max(1, coins), usualCoins) + 1, [own, addressMark, own]);
}

/** Virtual bytes of a refund to the longest of addresses. */
export const refundSize: number = sizeOf(usualCoins + 1, [longest, addressMark, own, own]);

/** Virtual bytes of the transaction of an operation. */
export function operationSize(operation: GasOperation, network: BitcoinNetwork): number {
  switch (operation.type) {
    case 'approve':
      return 0;
    case 'transfer':
      return sizeOf(usualCoins, [longest, own]);
    case 'sweep':
      return sizeOf(usualCoins, [own, addressMark, own]);
    case 'deposit':
      return sizeOf(usualCoins, [own, textMark, own]);
    case 'send':
      return sizeOf(usualCoins, [longest, textMark, own]);
    case 'fill':
      return sizeOf(usualCoins, [scriptFor(operation.recipient, network), textMark, own]);
    case 'refund':
      return sizeOf(usualCoins + 1, [
        scriptFor(operation.recipient, network),
        addressMark,
        own,
        own,
      ]);
    case 'collection':
      // Each release may be of a coin of its own; one more pays the fee.
      return sizeOf(operation.releases + 1, [own, mark, own, own]);
    case 'relay':
      return operation.gasLimit;
  }
}

function scriptFor(recipient: string | undefined, network: BitcoinNetwork): Uint8Array {
  return recipient === undefined ? longest : scriptOf(recipient, network);
}

function sizeOf(coins: number, outputs: readonly Uint8Array[]): number {
  const inputs = Array.from({ length: coins }, (): ScriptKind => 'p2wpkh');
  return virtualSize(transactionWeight(inputs, outputs));
}

/** A script of so many bytes: its size is all that counts. */
function script(bytes: number): Uint8Array {
  return new Uint8Array(bytes);
}
