import { bytesWords, uintWord } from '../../words.js';
import { poolSelectors } from './poolAbi.js';

/** `multicall` of `SwapRouter02` around one call: it reverts after the deadline, in Unix seconds. */
export function withDeadline(data: string, deadline: number): string {
  return `${poolSelectors.multicall}${uintWord(BigInt(deadline))}${uintWord(64n)}${uintWord(1n)}${uintWord(32n)}${bytesWords(data)}`;
}
