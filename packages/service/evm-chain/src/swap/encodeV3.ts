import { addressWord, bytesWords, uintWord } from '@portage/evm/abi';
import type { PathCall } from './encodeV2.js';
import { poolSelectors } from '@portage/evm/abi';

/** One hop of a V3 path. */
export interface FeeHop {
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly feePips: number;
}

/** `exactInput` or `exactOutput` of `SwapRouter02`. An exact output is written from its end. */
export function encodeV3(
  hops: readonly FeeHop[],
  { type, amount, limit, recipient }: PathCall,
): string {
  const isInput = type === 'EXACT_INPUT';
  const ways = isInput
    ? hops.map(({ tokenIn, tokenOut, feePips }) => ({ from: tokenIn, to: tokenOut, feePips }))
    : hops
        .toReversed()
        .map(({ tokenIn, tokenOut, feePips }) => ({ from: tokenOut, to: tokenIn, feePips }));
  const path = ways
    .map(
      ({ from, to, feePips }, index) =>
        `${index === 0 ? from.slice(2) : ''}${feePips.toString(16).padStart(6, '0')}${to.slice(2)}`,
    )
    .join('');
  const tuple = [uintWord(128n), addressWord(recipient), uintWord(amount), uintWord(limit)];
  return `${isInput ? poolSelectors.exactInput : poolSelectors.exactOutput}${uintWord(32n)}${tuple.join('')}${bytesWords(`0x${path}`)}`;
}
