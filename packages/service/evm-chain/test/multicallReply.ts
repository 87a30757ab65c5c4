import type { RpcReply } from '@portage/chain-kit';
import { encodeAbiParameters, type Hex } from 'viem';

/** Reply of a Multicall3 with the result of each call; undefined stands for one that failed. */
export function multicallReply(...results: readonly (Hex | undefined)[]): RpcReply {
  const tuples = results.map((data) => ({
    success: data !== undefined,
    returnData: data ?? ('0x08c379a0' as const),
  }));
  const components = [
    { name: 'success', type: 'bool' },
    { name: 'returnData', type: 'bytes' },
  ] as const;
  return { ok: true, result: encodeAbiParameters([{ type: 'tuple[]', components }], [tuples]) };
}
