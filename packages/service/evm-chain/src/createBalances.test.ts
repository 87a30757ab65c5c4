import type { Quorum, RpcReply, RpcRequest } from '@portage/chain-kit';
import { zeroAddress } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { multicallReply } from '../test/multicallReply.js';
import { createBalances } from './createBalances.js';

const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11';
const [one, two] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
const account = `0x${'a'.repeat(40)}`;
const height = 0x40a;
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`;
const reply = (result: unknown): RpcReply => ({ ok: true, result });
const failed: RpcReply = { ok: false, error: { code: -32_000, message: 'out of gas' } };

/** Balances by one endpoint whose answers are given, with the questions that it was asked. */
function open(answer: (request: RpcRequest) => RpcReply) {
  const asked: RpcRequest[] = [];
  const ask = (requests: readonly RpcRequest[]): Promise<readonly RpcReply[]> => {
    asked.push(...requests);
    return Promise.resolve(requests.map(answer));
  };
  const quorum = {
    needed: 1,
    read: ({ ask: question }: Parameters<Quorum['read']>[0]) =>
      question({ ask } as never, new AbortController().signal),
  } as unknown as Quorum;
  const assets = [zeroAddress, one, two].map((address) => ({ address }) as ChainAsset);
  const balances = createBalances({
    quorum,
    heads: {} as never,
    assets,
    multicall3,
    solver: undefined,
    clock: () => 0,
  });
  return { asked, read: () => balances.readAt(account, height) };
}

const byMethod = (calls: (data: string) => RpcReply) => (request: RpcRequest) => {
  const [call] = request.params as readonly [{ to: string; data: string }];
  if (request.method === 'eth_getTransactionCount') return reply('0x7');
  return request.method === 'eth_getBalance' ? reply('0x5') : calls(call.to);
};

test('all balances at a block are two calls where there is a Multicall3', async () => {
  const { asked, read } = open(byMethod(() => multicallReply(word(5), word(9), undefined)));
  const { balances, sequence } = await read();
  expect(sequence).toBe(7n);
  expect([...balances]).toEqual([
    [zeroAddress, 5n],
    [one, 9n],
  ]);
  expect(asked.map(({ method, params }) => [method, params.at(-1)])).toEqual([
    ['eth_getTransactionCount', '0x40a'],
    ['eth_call', '0x40a'],
  ]);
});

test('balances at a block that the Multicall3 does not tell are read one by one', async () => {
  const { asked, read } = open(
    byMethod((to) => (to === multicall3 ? failed : reply(word(to === one ? 9 : 4)))),
  );
  const { balances, sequence } = await read();
  expect(sequence).toBe(7n);
  expect([...balances.values()]).toEqual([5n, 9n, 4n]);
  expect(asked).toHaveLength(2 + 3);
  expect(asked.every(({ params }) => params.at(-1) === '0x40a')).toBe(true);
});
