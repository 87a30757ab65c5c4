import { keyWallet } from '@portage/bitcoin';
import type { FillIntent, SignedTransaction, TransactionOutcome } from '@portage/core/chain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startNode, type StartedNode } from '../../test/startNode.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { outpointOf } from '../coins/coin.js';
import { readInteger } from '../rpc/parse.js';
import { openSpend, type OpenedSpend } from './openSpend.js';
import { readStored } from './storedBytes.js';

const network = 'regtest';
const orderId = `0x${'cd'.repeat(32)}`;
/** Blocks that stand on what no reorg takes back, its own included. */
const depth = 3;

let node: StartedNode;
let feeRate: bigint;
let recipients = 0;
const stops: AbortController[] = [];

beforeAll(async () => {
  node = await startNode();
});
afterAll(async () => {
  for (const stop of stops) stop.abort();
  await node.close();
});
beforeEach(() => {
  feeRate = 2_000n;
});

function open(esploras: readonly Esplora[] = [node.esplora]): Promise<OpenedSpend> {
  const { rpc, quorum, solver, vault } = node;
  const stop = new AbortController();
  stops.push(stop);
  return openSpend({
    ...{ network, solver, vault, rpc, quorum, esploras, clock: Date.now, signal: stop.signal },
    heads: { listen: () => undefined },
    finalizedHeight: async () =>
      readInteger(await node.ask('getblockcount'), 'height') - (depth - 1),
    feeRate: () => feeRate,
    feeRateMax: 100_000n,
    joinedMax: 20,
  });
}

/** A fill for somebody who was never paid before. */
async function fillOf(amount: bigint): Promise<FillIntent> {
  recipients += 1;
  const key = new Uint8Array(32).fill(100 + recipients);
  const recipient = await keyWallet(key, network).address();
  return { type: 'fill', orderId, currency: 'btc', recipient, amount, calls: [] };
}

async function sendFill(
  { spend }: OpenedSpend,
  intent: FillIntent,
  sequence = 0n,
): Promise<SignedTransaction> {
  const [signed] = await spend.prepare([intent], sequence, []);
  if (signed === undefined) throw new Error('one payment gives one transaction');
  expect(await spend.broadcast([signed])).toEqual([{ status: 'accepted' }]);
  return signed;
}

async function judge(
  { spend }: OpenedSpend,
  ...transactions: readonly SignedTransaction[]
): Promise<readonly TransactionOutcome['status'][]> {
  return (await spend.inspect(transactions)).map(({ status }) => status);
}

async function paidTo(address: string): Promise<readonly bigint[]> {
  return (await node.esplora.unspent(address)).map(({ value }) => value);
}

describe('payments on a real node', () => {
  it('are mined, and what they cost is known with and without their bytes', async () => {
    const opened = await open();
    const before = opened.balance() ?? 0n;
    const intent = await fillOf(70_000n);
    const signed = await sendFill(opened, intent);
    // Whoever sends the same bytes again is not refused.
    expect(await opened.spend.broadcast([signed])).toEqual([{ status: 'accepted' }]);
    expect(await judge(opened, signed)).toEqual(['pending']);
    await node.controls.mine(1);
    const [outcome] = await opened.spend.inspect([signed]);
    expect(outcome).toMatchObject({ status: 'mined' });
    const { txId, sequence } = signed;
    expect(await opened.spend.inspect([{ txId, sequence }])).toEqual([outcome]);
    expect(await paidTo(intent.recipient)).toEqual([70_000n]);
    // What it spent is not spent again, although it was not read again yet.
    const next = await opened.spend.prepare([intent], 1n, []).catch(() => []);
    const spent = readStored(signed.raw).inputs.map(outpointOf);
    expect(next.flatMap(({ raw }) => readStored(raw).inputs.map(outpointOf))).not.toEqual(spent);
    await opened.refresh();
    const cost = outcome?.status === 'mined' ? outcome.gasCost : 0n;
    expect(opened.balance()).toBe(before - 70_000n - cost);
    expect(cost).toBeGreaterThan(0n);
  });

  it('S8: that are stuck are outbid, and pay once', async () => {
    const opened = await open();
    const intent = await fillOf(80_000n);
    const first = await sendFill(opened, intent);
    feeRate = 20_000n;
    const second = await opened.spend.bump(intent, first, [first]);
    expect(second.txId).not.toBe(first.txId);
    expect(await opened.spend.broadcast([second])).toEqual([{ status: 'accepted' }]);
    expect(await judge(opened, first, second)).toEqual(['missing', 'pending']);
    await node.controls.mine(depth - 1);
    // A reorg might still bring the first one back.
    expect(await judge(opened, first, second)).toEqual(['missing', 'mined']);
    await node.controls.mine(1);
    expect(await judge(opened, first, second)).toEqual(['replaced', 'mined']);
    expect(await paidTo(intent.recipient)).toEqual([80_000n]);
    expect(await opened.spend.broadcast([first])).toMatchObject([{ status: 'rejected' }]);
  });

  it('that are cancelled pay nobody', async () => {
    const opened = await open();
    const intent = await fillOf(90_000n);
    const signed = await sendFill(opened, intent);
    const cancel = await opened.spend.cancel(signed.sequence, signed, [signed]);
    expect(await opened.spend.broadcast([cancel])).toEqual([{ status: 'accepted' }]);
    await node.controls.mine(depth);
    expect(await judge(opened, signed, cancel)).toEqual(['replaced', 'mined']);
    expect(await paidTo(intent.recipient)).toEqual([]);
  });

  it('S12: whose coins another transaction has spent are replaced at a depth, and not before', async () => {
    const opened = await open();
    const parent = await sendFill(opened, await fillOf(60_000n));
    const child = await spendChangeOf(opened, parent);
    await node.controls.spendAgain(parent.txId, true);
    expect(await judge(opened, parent, child)).toEqual(['missing', 'missing']);
    await node.controls.mine(depth - 2);
    expect(await judge(opened, parent, child)).toEqual(['missing', 'missing']);
    await node.controls.mine(1);
    // The coin of the child will never be, as its parent lost its own.
    expect(await judge(opened, parent, child)).toEqual(['replaced', 'replaced']);
  });

  it('S11: count no coins that one endpoint invents, and miss none that one hides', async () => {
    const { address } = node.chain.roles.solver;
    const invented = { txId: 'ee'.repeat(32), vout: 0, value: 900_000_000_000n, height: 1 };
    const real = await node.esplora.unspent(address);
    const inflated = real.map((coin) => ({ ...coin, value: coin.value + 1_000_000n }));
    const liar: Esplora = {
      ...node.esplora,
      unspent: () => Promise.resolve([invented, ...inflated]),
    };
    const honest = (await open()).balance();
    expect((await open([liar, node.esplora])).balance()).toBe(honest);
    expect((await open([liar])).balance()).toBe(0n);
    const hiding: Esplora = { ...node.esplora, unspent: () => Promise.resolve([]) };
    expect((await open([hiding, node.esplora])).balance()).toBe(honest);
  });

  it('of the depository leave it to the satoshi, and count as held until a block has them', async () => {
    const { address } = node.chain.roles.allocator;
    const funding = node.controls.faucet(address, { native: 500_000n });
    await expect.poll(async () => (await node.esplora.waiting(address)).length).toBe(1);
    await node.controls.mine(1);
    await funding;
    const opened = await open();
    const held = (): Promise<bigint> => opened.vault.available('btc');
    expect(await held()).toBe(500_000n);
    const { recipient } = await fillOf(1n);
    const [refund] = await opened.spend.prepare(
      [
        {
          ...{ type: 'refund', orderId, depositor: recipient, currency: 'btc', recipient },
          ...{ amount: 200_000n, key: 'one' },
        },
      ],
      9n,
      [],
    );
    expect(await opened.spend.broadcast([refund!])).toEqual([{ status: 'accepted' }]);
    // Another process knows what waits from the mempool.
    const other = await open();
    expect(await other.vault.available('btc')).toBe(500_000n);
    await node.controls.mine(1);
    await Promise.all([opened.refresh(), other.refresh()]);
    expect(await held()).toBe(300_000n);
    expect(await other.vault.available('btc')).toBe(300_000n);
    expect(await paidTo(recipient)).toEqual([200_000n]);
  });
});

/** A fill that has no other coins than the change of one before. */
async function spendChangeOf(
  opened: OpenedSpend,
  parent: SignedTransaction,
): Promise<SignedTransaction> {
  const amount = (opened.balance() ?? 0n) - 60_000n - 100_000n;
  const [child] = await opened.spend.prepare([await fillOf(amount)], 1n, [parent]);
  if (child === undefined) throw new Error('one payment gives one transaction');
  expect(await opened.spend.broadcast([child])).toEqual([{ status: 'accepted' }]);
  return child;
}
