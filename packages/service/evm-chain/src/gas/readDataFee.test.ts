import type { Ask, RpcReply, RpcRequest } from '@portage/chain-kit';
import { decodeFunctionData, encodeFunctionResult, parseAbi, type Hex } from 'viem';
import { expect, test } from 'vitest';
import { readDataFee } from './readDataFee.js';

const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) returns (Result[] returnData)',
]);
const oracleAbi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
]);
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11';
const oracle = { kind: 'op-stack', address: '0x420000000000000000000000000000000000000f' } as const;

/** A chain whose oracle charges by bytes and by gas, or knows no operator's fee. */
function startChain({ hasOperatorFee = true } = {}) {
  const asked: RpcRequest[] = [];
  const answer = (data: Hex): Hex | undefined => {
    const { functionName, args } = decodeFunctionData({ abi: oracleAbi, data });
    if (functionName === 'getL1Fee')
      return encodeFunctionResult({
        abi: oracleAbi,
        functionName,
        result: BigInt(args[0].length) * 5n,
      });
    return hasOperatorFee
      ? encodeFunctionResult({ abi: oracleAbi, functionName, result: 40n + args[0] * 3n })
      : undefined;
  };
  const replyTo = ({ params: [call] }: RpcRequest): RpcReply => {
    const { to, data } = call as { readonly to: string; readonly data: Hex };
    if (to !== multicall3) {
      const result = answer(data);
      return result === undefined
        ? { ok: false, error: { code: 3, message: 'execution reverted' } }
        : { ok: true, result };
    }
    const { functionName, args } = decodeFunctionData({ abi: multicallAbi, data });
    const results = args[0].map(({ callData }) => {
      const returnData = answer(callData);
      return { success: returnData !== undefined, returnData: returnData ?? ('0x' as const) };
    });
    const result = encodeFunctionResult({ abi: multicallAbi, functionName, result: results });
    return { ok: true, result };
  };
  const ask: Ask = (requests) => {
    asked.push(...requests);
    return Promise.resolve(requests.map(replyTo));
  };
  return { ask, asked };
}

test.each([true, false])(
  'an oracle of the OP stack tells in one call what it tells in four (operator’s fee: %s)',
  async (hasOperatorFee) => {
    const { signal } = new AbortController();
    const [apart, together] = [startChain({ hasOperatorFee }), startChain({ hasOperatorFee })];
    const expected = await readDataFee(apart.ask, { oracle, signal });
    expect(await readDataFee(together.ask, { oracle, multicall3, signal })).toEqual(expected);
    expect(expected).toMatchObject({
      perTransaction: hasOperatorFee ? 40n : 0n,
      perMillionGas: hasOperatorFee ? 3_000_000n : 0n,
    });
    expect([apart.asked.length, together.asked.length]).toEqual([4, 1]);
  },
);
