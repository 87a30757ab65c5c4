import { zeroAddress } from '@portage/core';
import type { RpcReply, RpcRequest } from '@portage/chain-kit';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { expect, it } from 'vitest';
import { createReadMany } from './createReadMany.js';

const [alice, spender, token] = ['a1', 'b2', 'c3'].map((byte): Hex => `0x${byte.repeat(20)}`) as [
  Hex,
  Hex,
  Hex,
];
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

it('S4: reads allowances beside balances', async () => {
  const heard: RpcRequest[] = [];
  const answers: readonly string[] = ['0x5', word(6n), word(2n ** 256n - 1n)];
  const read = createReadMany(
    {
      ask: (requests) => {
        heard.push(...requests);
        return Promise.resolve(
          requests.map((_, at): RpcReply => ({ ok: true, result: answers[at] ?? '' })),
        );
      },
    },
    undefined,
  );
  const places = [
    { account: alice, currency: zeroAddress },
    { account: alice, currency: token },
    { account: alice, currency: token, spender },
  ];
  expect(await read(places)).toEqual([5n, 6n, 2n ** 256n - 1n]);
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [alice, spender],
  });
  expect(heard[2]).toEqual({ method: 'eth_call', params: [{ to: token, data }, 'latest'] });
});
