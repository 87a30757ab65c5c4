import { addressWord, uintWord } from '@portage/evm/abi';
import { poolSelectors } from '@portage/evm/abi';

/** A trade along a path with a limit. */
export interface PathCall {
  readonly type: 'EXACT_INPUT' | 'EXACT_OUTPUT';
  /** The input, or the output. */
  readonly amount: bigint;
  /** The least output, or the most input. */
  readonly limit: bigint;
  readonly recipient: string;
}

/** `swapExactTokensForTokens` or `swapTokensForExactTokens` of `SwapRouter02`. */
export function encodeV2(
  path: readonly string[],
  { type, amount, limit, recipient }: PathCall,
): string {
  const selector =
    type === 'EXACT_INPUT'
      ? poolSelectors.swapExactTokensForTokens
      : poolSelectors.swapTokensForExactTokens;
  const head = [uintWord(amount), uintWord(limit), uintWord(128n), addressWord(recipient)];
  return `${selector}${head.join('')}${uintWord(BigInt(path.length))}${path.map(addressWord).join('')}`;
}
