import { setMaxListeners } from 'node:events';
import { keyWallet } from '@portage/bitcoin';
import { addressOf, type Output } from '@portage/bitcoin/transaction';
import type {
  FillIntent,
  RefundIntent,
  SignedTransaction,
  TransactionOutcome,
} from '@portage/core/chain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startNode, type StartedNode } from '../../test/startNode.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { isSameScript, outpointOf, sumOf, type OwnedCoin } from '../coins/coin.js';
import { createHeads } from '../observe/createHeads.js';
import { readInteger } from '../rpc/parse.js';
import { openSpend, type OpenedSpend } from './openSpend.js';
import { createSpendingKey, signTransaction, type SpendingKey } from './signTransaction.js';
import { readStored } from './storedBytes.js';

const network = 'regtest';
const orderId = `0x${'cd'.repeat(32)}`;
/** Blocks that stand on what no reorg takes back, its own included. */
const depth = 3;

let node: StartedNode;
let feeRate: bigint;
let recipients = 0;
/** Key of a stranger who pays accounts of ours. */
let stranger: SpendingKey;
const stops: AbortController[] = [];

beforeAll(async () => {
  node = await startNode();
  stranger = createSpendingKey(Buffer.from(node.chain.accounts[0]?.privateKey ?? '', 'hex'));
});
afterAll(async () => {
  for (const stop of stops) stop.abort();
  await node.close();
});
beforeEach(() => {
  feeRate = 2_000n;
});

async function open(esploras: readonly Esplora[] = [node.esplora]): Promise<OpenedSpend> {
  const { rpc, quorum, scanners, solver, vault } = node;
  const stop = new AbortController();
  const { signal } = stop;
  setMaxListeners(0, signal);
  stops.push(stop);
  const heads = createHeads({
    rpc,
    quorum,
    network,
    clock: Date.now,
    signal,
    pollMs: 20,
    timeoutMs: 10_000,
    tip: { tell: () => undefined },
  });
  await heads.next(undefined, signal);
  const opened = await openSpend({
    network,
    solver,
    vault,
    rpc,
    quorum,
    scanners,
    esploras,
    clock: Date.now,
    signal,
    // Tests say when the coins are read.
    heads: { latest: () => heads.latest(), listen: () => undefined },
    finalDepth: depth,
    finalizedHeight: async () =>
      readInteger(await node.ask('getblockcount'), 'height') - (depth - 1),
    feeRate: () => feeRate,
    feeRateMax: 100_000n,
    joinedMax: 20,
  });
  return {
    ...opened,
    refresh: async () => {
      const newest = await node.ask('getbestblockhash');
      await expect.poll(() => heads.latest()?.value.hash, { interval: 10 }).toBe(newest);
      await opened.refresh();
    },
  };
}

/** A fill for a recipient who was never paid before. */
async function fillOf(amount: bigint): Promise<FillIntent> {
  recipients += 1;
  const key = new Uint8Array(32).fill(100 + recipients);
  const recipient = await keyWallet(key, network).address();
  return { type: 'fill', orderId, currency: 'btc', recipient, amount, calls: [] };
}

async function sendFill(
  { spend }: OpenedSpend,
  intent: FillIntent,
  open: readonly SignedTransaction[] = [],
): Promise<SignedTransaction> {
  const [signed] = await spend.prepare([intent], BigInt(open.length), open);
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
    // The same bytes are not refused when they are sent again.
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
          type: 'refund',
          orderId,
          depositor: recipient,
          currency: 'btc',
          recipient,
          amount: 200_000n,
          key: 'one',
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

describe('a recipient who pins the transaction that pays it', () => {
  /** Fills of two users of the devnet, whose keys the controls have. */
  const fillsOf = (amount: bigint): readonly FillIntent[] =>
    [1, 2].map((place) => ({
      type: 'fill',
      currency: 'btc',
      amount,
      calls: [],
      orderId: `0x${String(place).repeat(64)}`,
      recipient: node.chain.accounts[place]?.address ?? '',
    }));

  it('can spend its output by a small child alone where others are paid by it too, and that one is outbid', async () => {
    const opened = await open();
    const intents = fillsOf(200_000n);
    const [first, same] = await opened.spend.prepare(intents, 0n, []);
    expect(same?.txId).toBe(first!.txId);
    expect(await opened.spend.broadcast([first!])).toEqual([{ status: 'accepted' }]);
    await expect(node.controls.pinTransaction(first!.txId)).rejects.toThrow('TRUC-violation');
    const child = await node.controls.pinTransaction(first!.txId, 900, 20);
    expect(await judge(opened, first!)).toEqual(['pending']);
    // Less than the child pays would not do, whatever the market is.
    feeRate = 3_000n;
    const bumped = await opened.spend.bump(intents[0]!, first!, [first!]);
    expect(readStored(bumped.raw).fee).toBeGreaterThan(18_000n);
    expect(await opened.spend.broadcast([bumped])).toEqual([{ status: 'accepted' }]);
    expect(await node.ask('getrawmempool')).not.toContain(child);
    await node.controls.mine(1);
    expect(await judge(opened, bumped)).toEqual(['mined']);
  });

  it('keeps nobody else waiting: the change of a payment that it alone is paid by is left alone', async () => {
    const opened = await open();
    const [intent] = fillsOf(200_000n);
    const signed = await sendFill(opened, intent!);
    await node.controls.pinTransaction(signed.txId);
    expect(await judge(opened, signed)).toEqual(['pending']);
    // All coins are needed, and the change is none.
    const amount = (opened.balance() ?? 0n) - 200_000n - 200_000n;
    await expect(opened.spend.prepare([await fillOf(amount)], 1n, [signed])).rejects.toThrow(
      'are not there',
    );
    await node.controls.mine(1);
  });
});

/** A refund of the depository to a recipient who was never paid before. */
async function refundOf(amount: bigint): Promise<RefundIntent> {
  const { recipient } = await fillOf(1n);
  const key = `${recipient}:refund`;
  return { type: 'refund', orderId, depositor: recipient, currency: 'btc', recipient, amount, key };
}

async function sendRefund(
  { spend }: OpenedSpend,
  intent: RefundIntent,
  open: readonly SignedTransaction[] = [],
): Promise<SignedTransaction> {
  const [signed] = await spend.prepare([intent], BigInt(open.length), open);
  if (signed === undefined) throw new Error('one payment gives one transaction');
  expect(await spend.broadcast([signed])).toEqual([{ status: 'accepted' }]);
  return signed;
}

/** A coin of a stranger in a block. */
async function strangerCoin(value: bigint): Promise<OwnedCoin> {
  const { script } = stranger;
  const txId = String(await node.ask('devnetFaucet', addressOf(script, network), value.toString()));
  await node.controls.mine(1);
  const { outs } = await node.esplora.transaction(txId);
  return { txId, vout: outs.findIndex((out) => isSameScript(out.script, script)), value, script };
}

/** A payment of a stranger in a block. */
async function payStrange(outputs: readonly Output[]): Promise<string> {
  const coin = await strangerCoin(sumOf(outputs) + 100_000n);
  const bytes = signTransaction([stranger], [coin], outputs);
  const txId = String(await node.ask('sendrawtransaction', Buffer.from(bytes).toString('hex'), 0));
  await node.controls.mine(1);
  return txId;
}

/** Whether the endpoint of Esplora refuses to list the coins of an address. */
const isRefused = (address: string): Promise<boolean> =>
  node.esplora.unspent(address).then(
    () => false,
    () => true,
  );

describe('a coin that a reorg takes away', () => {
  it('is spent where no deeper one is enough, and a payment out of it is made anew when it is gone', async () => {
    const { vault } = node;
    const opened = await open();
    const before = await opened.vault.available('btc');
    const deep = await payStrange([{ script: vault.script, value: 1_500_000n }]);
    await node.controls.mine(depth);
    const young = await payStrange([{ script: vault.script, value: before + 2_000_000n }]);
    await opened.refresh();
    // The smallest that is enough would be the young one, or was until there was a deeper one.
    const small = await opened.spend.prepare([await refundOf(1_400_000n)], 0n, []);
    expect(inputIds(small, vault)).toEqual([deep]);
    const intent = await refundOf(before + 1_900_000n);
    const signed = await sendRefund(opened, intent);
    expect(inputIds([signed], vault)).toEqual([young]);
    const { conflicts } = await node.controls.reorg(1, { spendAgain: [young] });
    expect(conflicts).toHaveLength(1);
    expect(await judge(opened, signed)).toEqual(['missing']);
    await node.controls.mine(depth - 1);
    // Another process knows it from the stored bytes alone.
    expect(await judge(await open(), signed)).toEqual(['replaced']);
    expect(await judge(opened, signed)).toEqual(['replaced']);
    await payStrange([{ script: vault.script, value: before + 2_000_000n }]);
    await opened.refresh();
    const again = await sendRefund(opened, intent);
    await node.controls.mine(1);
    expect(await judge(opened, again)).toEqual(['mined']);
    expect(await paidTo(intent.recipient)).toEqual([intent.amount]);
  });

  it('of the solver is known to be gone as well', async () => {
    const opened = await open();
    const rest = opened.balance() ?? 0n;
    const paid = await payStrange([{ script: node.solver.script, value: rest }]);
    await opened.refresh();
    const signed = await sendFill(opened, await fillOf(rest + rest / 2n));
    expect(inputIds([signed], node.solver)).toContain(paid);
    await node.controls.reorg(1, { spendAgain: [paid] });
    await node.controls.mine(depth - 1);
    expect(await judge(await open(), signed)).toEqual(['replaced']);
  });
});

describe('a process that starts', () => {
  it('counts the coins of older payments that wait, which endpoints do not list', async () => {
    const opened = await open();
    const { address } = node.chain.roles.allocator;
    await payStrange([{ script: node.vault.script, value: 300_000n }]);
    await node.controls.mine(depth);
    await opened.refresh();
    const held = await opened.vault.available('btc');
    const coins = Array.from({ length: 51 }, () => ({ script: stranger.script, value: 2_000n }));
    const fan = await payStrange(coins);
    const refund = await sendRefund(opened, await refundOf(250_000n));
    // Strangers pay the depository after it, and push it off the list.
    for (const [vout, coin] of coins.entries()) {
      const bytes = signTransaction(
        [stranger],
        [{ ...coin, txId: fan, vout }],
        [{ script: node.vault.script, value: 1_000n }],
      );
      await node.ask('sendrawtransaction', Buffer.from(bytes).toString('hex'), 0);
    }
    expect((await node.esplora.waiting(address)).map(({ txId }) => txId)).not.toContain(
      refund.txId,
    );
    const restarted = await open();
    expect(await judge(restarted, refund)).toEqual(['pending']);
    await restarted.refresh();
    expect(await restarted.vault.available('btc')).toBe(held);
  });
});

describe('an account of ours with more coins than endpoints list', () => {
  const count = 501;
  const dust = 330n;

  it('D18: goes on paying, and so does a process that starts then; dust is counted and not spent', async () => {
    const { vault, solver, chain } = node;
    await payStrange([{ script: vault.script, value: 700_000n }]);
    await node.controls.mine(depth);
    const opened = await open();
    const [held, owned] = [await opened.vault.available('btc'), opened.balance() ?? 0n];
    await payStrange(
      [vault, solver].flatMap(({ script }) =>
        Array.from({ length: count }, () => ({ script, value: dust })),
      ),
    );
    expect(await isRefused(chain.roles.allocator.address)).toBe(true);
    expect(await isRefused(chain.roles.solver.address)).toBe(true);
    await opened.refresh();
    expect(await opened.vault.available('btc')).toBe(held + BigInt(count) * dust);
    expect(opened.balance()).toBe(owned + BigInt(count) * dust);
    const restarted = await open();
    expect(restarted.unlisted()).toHaveLength(2);
    expect(await restarted.vault.available('btc')).toBe(held + BigInt(count) * dust);
    expect(restarted.balance()).toBe(owned + BigInt(count) * dust);
    feeRate = 10_000n;
    const first = await sendRefund(opened, await refundOf(120_000n));
    const fill = await sendFill(restarted, await fillOf(50_000n), [first]);
    const spent = [first, fill].flatMap(({ raw }) => readStored(raw).inputs);
    expect(spent.filter(({ value }) => value === dust)).toEqual([]);
    await node.controls.mine(1);
    // What came since is read off the blocks.
    await payStrange([{ script: vault.script, value: 40_000n }]);
    await restarted.refresh();
    expect(await restarted.vault.available('btc')).toBe(
      held + BigInt(count) * dust - 120_000n + 40_000n,
    );
    // A reorg takes the refund back: its coin is there again, and it lands once more.
    await node.controls.reorg(3, { leaveOut: [first.txId] });
    expect(await judge(opened, first)).toEqual(['missing']);
    expect(await opened.spend.broadcast([first])).toEqual([{ status: 'accepted' }]);
    await node.controls.mine(depth);
    expect(await judge(opened, first, fill)).toEqual(['mined', 'mined']);
  });
});

/** Transactions whose outputs to an account of ours are spent. */
function inputIds(
  signed: readonly SignedTransaction[],
  { script }: SpendingKey,
): readonly string[] {
  return signed.flatMap(({ raw }) =>
    readStored(raw)
      .inputs.filter((input) => isSameScript(input.script, script))
      .map(({ txId }) => txId),
  );
}

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
