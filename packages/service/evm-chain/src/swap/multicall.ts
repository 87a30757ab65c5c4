import { malformedReply, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import {
  addressWord,
  bytesWords,
  poolSelectors,
  readBytes,
  readOffset,
  readUint,
  uintWord,
} from '@portage/evm/abi';
import { readWords } from '../rpc/parse.js';

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
  return aggregateRequest(multicall3, { calls, mayFail: false, block: { blockHash } });
}

/**
 * A request that makes many calls as of a block, the newest one when left out; one that fails fails
 * alone.
 */
export function multicallEachRequest(
  multicall3: string,
  calls: readonly ReadCall[],
  block = 'latest',
): RpcRequest {
  return aggregateRequest(multicall3, { calls, mayFail: true, block });
}

interface Aggregate {
  readonly calls: readonly ReadCall[];
  /** Whether a call may fail without the others. */
  readonly mayFail: boolean;
  readonly block: string | { readonly blockHash: string };
}

function aggregateRequest(multicall3: string, { calls, mayFail, block }: Aggregate): RpcRequest {
  const flag = uintWord(mayFail ? 1n : 0n);
  const tuples = calls.map(
    ({ to, data }) => `${addressWord(to)}${flag}${uintWord(96n)}${bytesWords(data)}`,
  );
  let offset = 32 * calls.length;
  const offsets = tuples.map((tuple) => {
    const at = uintWord(BigInt(offset));
    offset += tuple.length / 2;
    return at;
  });
  const data = `${poolSelectors.aggregate3}${uintWord(32n)}${uintWord(BigInt(calls.length))}${offsets.join('')}${tuples.join('')}`;
  return { method: 'eth_call', params: [{ to: multicall3, data }, block] };
}

/** One result of {@link readMulticallEach} as the reply to a call of its own. */
export function asReply(result: string | undefined): RpcReply {
  return result === undefined
    ? { ok: false, error: { code: 3, message: 'execution reverted' } }
    : { ok: true, result };
}

/**
 * Data that each call of a {@link multicallRequest} returned, 0x and hex. @throws PortageError
 * `RPC_HTTP_ERROR`
 */
export function readMulticall(result: unknown, count: number): readonly string[] {
  return readMulticallEach(result, count).map((data) => {
    if (data === undefined) throw malformedReply('multicall');
    return data;
  });
}

/**
 * Data that each call of a {@link multicallEachRequest} returned; undefined for one that failed.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export function readMulticallEach(result: unknown, count: number): readonly (string | undefined)[] {
  const words = readWords(result, 2 + count, 'multicall');
  if (readUint(words, 1) !== BigInt(count)) throw malformedReply('multicall');
  return Array.from({ length: count }, (_, index) => {
    // Each tuple: success, the offset of its bytes, their length, the bytes.
    const start = 2 + readOffset(words, 2 + index) / 32;
    const bytes = readBytes(words, start + 2);
    if (bytes === undefined) throw malformedReply('multicall');
    return readUint(words, start) === 1n ? `0x${bytes}` : undefined;
  });
}
