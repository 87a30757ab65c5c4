import type { ChainUpdate, Cursor, DepositEvent } from '@portage/core/chain';
import { expect, test } from 'vitest';
import type { RpcReply } from '../endpoint/ask.js';
import { createRpc } from '../endpoint/createRpc.js';
import { createHeadFeed } from '../follow/createHeadFeed.js';
import { createInstantObserve } from './createInstantObserve.js';
import type { InstantNode, NodeBlock, NodeQuestion, NodeTransaction } from './instantFamily.js';

const deposit: DepositEvent = {
  type: 'deposit',
  orderId: '0x01',
  depositor: 'a',
  payer: 'a',
  currency: 'c',
  amount: 5n,
  txId: '1',
  ordinal: 0,
  height: 1,
  blockHash: 'h1',
};
const mined: NodeTransaction = {
  state: 'mined',
  height: 1,
  blockHash: 'h1',
  fee: 1n,
  events: [deposit],
};

function block(height: number, parent = `h${String(height - 1)}`): NodeBlock {
  return { height, hash: `h${String(height)}`, time: height, parent, events: [] };
}

/** Takes a result as it is: what the endpoints below say has its types already. */
function told(method: string, params: readonly unknown[] = []): NodeQuestion<never> {
  return { method, params, answer: { parse: (result) => result as never } };
}

const node: InstantNode = {
  status: () => told('status'),
  blocks: (from) => told('blocks', [from]),
  account: () => told('account'),
  transaction: (txId) => told('transaction', [txId]),
  send: () => told('send'),
};

/** Observes a chain that has a block 3, of nodes that give these results. */
function observe(quorum: number, ...results: readonly unknown[]) {
  const endpoints = results.map((result, index) => ({
    label: `node ${String(index)}`,
    ask: (): Promise<readonly RpcReply[]> => Promise.resolve([{ ok: true, result }]),
    close: () => Promise.resolve(),
  }));
  const heads = createHeadFeed<Cursor>(Date.now);
  heads.publish(block(3));
  const rpc = createRpc(endpoints, { busyCodes: [] });
  return createInstantObserve({ rpc, node, quorum, startHeight: 1, heads });
}

async function firstUpdate(blocks: readonly NodeBlock[]): Promise<ChainUpdate | undefined> {
  const stop = new AbortController();
  const known = [{ height: 1, hash: 'h1', time: 1 }];
  const timer = setTimeout(() => stop.abort(), 200);
  for await (const update of observe(1, blocks).updates(known, stop.signal)) {
    clearTimeout(timer);
    stop.abort();
    return update;
  }
  return undefined;
}

test('goes on from what is known', async () => {
  await expect(firstUpdate([block(2), block(3)])).resolves.toMatchObject({
    type: 'advance',
    finalizedHeight: 3,
    cursor: { height: 3, hash: 'h3' },
  });
});

test('a chain that took a block back is halted', async () => {
  await expect(firstUpdate([block(2, 'other')])).rejects.toMatchObject({ code: 'CHAIN_HALTED' });
  await expect(firstUpdate([block(2), block(3, 'other')])).rejects.toMatchObject({
    code: 'CHAIN_HALTED',
  });
});

test('a node that leaves a block out tells nothing', async () => {
  await expect(firstUpdate([block(3, 'h1')])).resolves.toBeUndefined();
});

test('a deposit counts when a quorum tells exactly it', async () => {
  const other = { ...mined, events: [{ ...deposit, amount: 6n }] };
  expect(await observe(2, mined, mined, null).confirm([deposit])).toEqual([true]);
  expect(await observe(2, mined, other, null).confirm([deposit])).toEqual([false]);
  expect(await observe(2, mined, 'nonsense', null).confirm([deposit])).toEqual([false]);
  expect(await observe(1, { ...mined, state: 'reverted' }).confirm([deposit])).toEqual([false]);
});
