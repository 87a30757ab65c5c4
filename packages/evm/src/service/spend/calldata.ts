import { ZERO_ADDRESS, type FillIntent, type OrderCall } from '@portage/core';
import { selectors } from '../../selectors.js';
import { addressWord, bytesWords, uintWord } from '../../words.js';

/** To whom, with how much native currency, and what. */
export interface Calldata {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/**
 * The call of the filler that pays an order. Exactly the promised amount goes along: destination calls that need more
 * native currency than the order pays make the whole fill revert, and the order is refunded.
 */
export function fillCalldata(intent: FillIntent, filler: string): Calldata {
  const native = intent.currency === ZERO_ADDRESS;
  const value = native ? intent.amount : 0n;
  const id = intent.orderId.slice(2);
  const recipient = addressWord(intent.recipient);
  if (intent.calls.length > 0) {
    const head = `${id}${addressWord(intent.currency)}${uintWord(intent.amount)}${uintWord(0xa0n)}${recipient}`;
    return { to: filler, value, data: `${selectors.fillWithCalls}${head}${callsWords(intent.calls)}` };
  }
  if (native) return { to: filler, value, data: `${selectors.fillNative}${id}${recipient}` };
  return { to: filler, value, data: `${selectors.fillErc20}${id}${addressWord(intent.currency)}${recipient}${uintWord(intent.amount)}` };
}

/** `Call[]` as ABI words: the count, the offsets, then `(address to, uint256 value, bytes data)` each. */
function callsWords(calls: readonly OrderCall[]): string {
  const bodies = calls.map((call) => `${addressWord(call.to)}${uintWord(call.value)}${uintWord(0x60n)}${bytesWords(call.data)}`);
  let offset = calls.length * 32;
  const offsets = bodies.map((body) => {
    const word = uintWord(BigInt(offset));
    offset += body.length / 2;
    return word;
  });
  return `${uintWord(BigInt(calls.length))}${offsets.join('')}${bodies.join('')}`;
}
