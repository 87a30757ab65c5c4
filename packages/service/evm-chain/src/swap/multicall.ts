import { malformedReply, type RpcRequest } from '@portage/chain-kit';
import { addressWord, bytesWords, uintWord } from '@portage/evm/abi';
import { poolSelectors } from './poolAbi.js';
import { readWords, uintOf } from './readWords.js';

/** One call of a contract, to be read. */
export interface ReadCall {
  readonly to: string;
  readonly data: string;
}

/**
 * A request that makes many calls as of one block, through Multicall3; all of them must succeed.
 */
export function multicallRequest(
  multicall3: string,
  calls: readonly ReadCall[],
  blockHash: string,
): RpcRequest {
  const tuples = calls.map(
    ({ to, data }) => `${addressWord(to)}${uintWord(0n)}${uintWord(96n)}${bytesWords(data)}`,
  );
  let offset = 32 * calls.length;
  const offsets = tuples.map((tuple) => {
    const at = uintWord(BigInt(offset));
    offset += tuple.length / 2;
    return at;
  });
  const data = `${poolSelectors.aggregate3}${uintWord(32n)}${uintWord(BigInt(calls.length))}${offsets.join('')}${tuples.join('')}`;
  return { method: 'eth_call', params: [{ to: multicall3, data }, { blockHash }] };
}

/**
 * What each call of a {@link multicallRequest} returned, as hex. @throws PortageError
 * `RPC_HTTP_ERROR`
 */
export function readMulticall(result: unknown, count: number): readonly string[] {
  const words = readWords(result, 2 + count, 'multicall');
  if (uintOf(words[1]) !== BigInt(count)) throw malformedReply('multicall');
  return Array.from({ length: count }, (_, index) => {
    // Each tuple: success, the offset of its bytes, their length, the bytes.
    const start = 2 + Number(uintOf(words[2 + index])) / 32;
    const length = Number(uintOf(words[start + 2]));
    const bytes = words.slice(start + 3, start + 3 + Math.ceil(length / 32)).join('');
    if (uintOf(words[start]) !== 1n || bytes.length < 2 * length) throw malformedReply('multicall');
    return `0x${bytes.slice(0, 2 * length)}`;
  });
}
