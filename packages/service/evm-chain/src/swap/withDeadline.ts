import { bytesWords, uintWord } from '@portage/evm/abi';
import { poolSelectors } from '@portage/evm/abi';

/**
 * `multicall` of `SwapRouter02` around some of its own calls: all of them or none, and none after
 * the deadline, in Unix seconds.
 */
export function withDeadline(calls: readonly string[], deadline: number): string {
  const bodies = calls.map(bytesWords);
  let offset = bodies.length * 32;
  const offsets = bodies.map((body) => {
    const word = uintWord(BigInt(offset));
    offset += body.length / 2;
    return word;
  });
  return `${poolSelectors.multicall}${uintWord(BigInt(deadline))}${uintWord(64n)}${uintWord(BigInt(bodies.length))}${offsets.join('')}${bodies.join('')}`;
}
