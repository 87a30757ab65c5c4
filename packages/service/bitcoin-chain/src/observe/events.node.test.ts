import { randomBytes } from 'node:crypto';
import { isPortageError } from '@portage/core';
import type { Chain, ChainEvent, ChainUpdate, Cursor } from '@portage/core/chain';
import {
  orderMarkScript,
  type OrderMark,
  type OrderMarkForm,
  type Output,
} from '@portage/bitcoin/transaction';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { startFaultProxy, type Fault, type FaultProxy } from '@portage/testing';
import { Transaction } from 'bitcoinjs-lib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBitcoin } from '../../test/openBitcoin.js';
import { startChain, type TestAccount, type TestChain } from '../../test/startChain.js';
import { signTransaction } from '../spend/signTransaction.js';
import { readMovements } from './readMovements.js';

const currency = bitcoinCodec.nativeCurrency;
let node: TestChain;
let closing: AbortController;

beforeAll(async () => {
  node = await startChain();
});
afterAll(() => node.stop());
beforeEach(() => {
  closing = new AbortController();
});
afterEach(() => closing.abort());

const open = (): Promise<Chain> => openBitcoin(node.config, closing.signal, node.keys);
const randomId = (): string => `0x${randomBytes(32).toString('hex')}`;
const pays = (account: TestAccount, value: bigint): Output => ({
  script: account.key.script,
  value,
});
const markOf = (mark: OrderMark, form: OrderMarkForm = 'text'): Output => ({
  script: orderMarkScript(mark, form, 'regtest'),
  value: 0n,
});

/** Pays outputs out of a new coin of an account, in a block; the rest is the fee. */
async function pay(account: TestAccount, outputs: readonly Output[]): Promise<string> {
  const total = outputs.reduce((sum, { value }) => sum + value, 0n);
  const coin = await node.fund(account, total + 5_000n);
  const bytes = signTransaction([account.key], [coin], outputs);
  const txId = await node.ask('sendrawtransaction', Buffer.from(bytes).toString('hex'), 0);
  await node.controls.mine(1);
  return String(txId);
}

interface Followed {
  readonly updates: readonly ChainUpdate[];
  /** Events that were delivered and not taken back. */
  readonly events: () => readonly ChainEvent[];
  readonly tip: () => Cursor | undefined;
}

/** Follows a chain; every block must be the child of the one before. */
function follow(chain: Chain): Followed {
  const updates: ChainUpdate[] = [];
  void (async () => {
    for await (const update of chain.observe.updates([], closing.signal)) updates.push(update);
  })();
  return {
    updates,
    events: () =>
      updates.reduce<readonly ChainEvent[]>(
        (events, update) =>
          update.type === 'advance'
            ? [...events, ...update.events]
            : events.filter(({ height }) => height <= update.to.height),
        [],
      ),
    tip: () => {
      const last = updates.at(-1);
      return last?.type === 'advance' ? last.cursor : last?.to;
    },
  };
}

/** Waits until all blocks of the node were delivered. */
async function caughtUp({ tip }: Followed): Promise<void> {
  await expect.poll(async () => tip()?.hash === (await node.ask('getbestblockhash'))).toBe(true);
}

describe('deposits', () => {
  it.each(['text', 'compact'] as const)('are told by their mark as %s', async (form) => {
    const followed = follow(await open());
    const [payer, other, orderId] = [node.user(0), node.user(1), randomId()];
    const mark = markOf({ orderIds: [orderId], depositor: other.address }, form);
    const txId = await pay(payer, [pays(node.vault, 70_000n), mark]);
    await caughtUp(followed);
    const found = followed.events().filter((event) => event.txId === txId);
    expect(found).toEqual([
      {
        type: 'deposit',
        txId,
        ordinal: 0,
        orderId,
        currency,
        amount: 70_000n,
        payer: payer.address,
        depositor: other.address,
        height: followed.tip()?.height,
        blockHash: followed.tip()?.hash,
      },
    ]);
  });

  it('S4: to two outputs are one of their sum, whose depositor is the payer', async () => {
    const chain = await open();
    const [payer, orderId] = [node.user(0), randomId()];
    const outputs = [pays(node.vault, 5_000n), markOf({ orderIds: [orderId] })];
    const txId = await pay(payer, [...outputs, pays(node.vault, 6_000n)]);
    expect(await chain.observe.trace(txId)).toMatchObject([
      { type: 'deposit', orderId, amount: 11_000n, depositor: payer.address },
    ]);
  });

  it('S5: without a mark, and under one of another form, wait for an operator', async () => {
    const chain = await open();
    const forged = { script: Uint8Array.from([0x6a, 4, 0x30, 0x78, 0x61, 0x62]), value: 0n };
    for (const outputs of [[], [forged]]) {
      const txId = await pay(node.user(0), [pays(node.vault, 5_000n), ...outputs]);
      expect(await chain.observe.trace(txId)).toMatchObject([
        { type: 'transfer', sender: node.user(0).address, amount: 5_000n },
      ]);
    }
  });

  it('S4: are none where the vault pays itself', async () => {
    const chain = await open();
    const mark = markOf({ orderIds: [randomId()] });
    const txId = await pay(node.vault, [pays(node.vault, 5_000n), mark]);
    const events = await chain.observe.trace(txId);
    expect(events.map(({ type }) => type)).not.toContain('deposit');
  });
});

it('S5: a mark of somebody else is no fill', async () => {
  const chain = await open();
  const outputs = [pays(node.user(1), 5_000n), markOf({ orderIds: [randomId()] })];
  expect(await chain.observe.trace(await pay(node.user(0), outputs))).toEqual([]);
});

it('a witness that shows the key of the solver without its coin is no fill', async () => {
  // Anybody may put any witness before a script of Taproot with an unknown leaf: the coin decides.
  const coin = await node.fund(node.user(0), 20_000n);
  const bytes = signTransaction(
    [node.user(0).key],
    [coin],
    [pays(node.user(1), 15_000n), markOf({ orderIds: [randomId()] })],
  );
  const forged = Transaction.fromBuffer(bytes);
  const [signature] = forged.ins[0]!.witness;
  forged.setWitness(0, [signature!, node.solver.key.publicKey]);
  const accounts = { vault: node.vault.address, solver: node.solver.address };
  const told = await readMovements(
    {
      ask: (requests) =>
        Promise.all(
          requests.map(async ({ method, params }) => ({
            ok: true,
            result: await node.ask(method, ...params),
          })),
        ),
      accounts: { network: 'regtest', ...accounts },
      signal: closing.signal,
    },
    [forged],
    { height: 1, hash: 'ab'.repeat(32) },
  );
  expect(told).toEqual([]);
});

it('payments of the solver are fills', async () => {
  const chain = await open();
  const orderId = randomId();
  const outputs = [pays(node.user(1), 9_000n), markOf({ orderIds: [orderId] })];
  const txId = await pay(node.solver, [...outputs, pays(node.solver, 3_000n)]);
  expect(await chain.observe.trace(txId)).toMatchObject([
    { type: 'fill', orderId, recipient: node.user(1).address, amount: 9_000n },
  ]);
});

it.each([1, 2, 3])('S3, F10: a reorg of depth %i takes a deposit back', async (depth) => {
  const chain = await open();
  const followed = follow(chain);
  const [orderId, kept] = [randomId(), randomId()];
  const keptId = await pay(node.user(0), [pays(node.vault, 4_000n), markOf({ orderIds: [kept] })]);
  const txId = await pay(node.user(0), [pays(node.vault, 5_000n), markOf({ orderIds: [orderId] })]);
  if (depth > 1) await node.controls.mine(depth - 1);
  await caughtUp(followed);
  const deposit = followed.events().find((event) => event.txId === txId);
  expect(deposit).toMatchObject({ type: 'deposit', orderId });
  expect(await chain.observe.confirm([deposit!])).toEqual([true]);
  await node.controls.reorg(depth, { leaveOut: [txId] });
  await caughtUp(followed);
  expect(followed.events().filter((event) => event.txId === txId)).toEqual([]);
  expect(followed.events().filter((event) => event.txId === keptId)).toHaveLength(1);
  expect(followed.updates.filter(({ type }) => type === 'rollback')).toMatchObject([
    { to: { height: deposit!.height - 1 } },
  ]);
  expect(await chain.observe.confirm([deposit!])).toEqual([false]);
  await expect(chain.observe.trace(txId)).rejects.toSatisfy((error) =>
    isPortageError(error, 'UNKNOWN_TRANSACTION'),
  );
});

describe('three nodes, of which two must agree', () => {
  let proxies: readonly FaultProxy[];
  beforeEach(async () => {
    proxies = await Promise.all([1, 2, 3].map(() => startFaultProxy({ target: node.rpcUrl })));
  });
  afterEach(() => Promise.all(proxies.map((proxy) => proxy.close())));
  const openThree = (): Promise<Chain> =>
    openBitcoin(
      {
        ...node.config,
        devnet: false,
        finality: [{ confirmations: 1 }],
        rpcUrls: proxies.map(({ url }, index) => ({ url, operator: String(index) })),
      },
      closing.signal,
      node.keys,
    );
  const payIn = async (): Promise<string> =>
    pay(node.user(0), [pays(node.vault, 4_000n), markOf({ orderIds: [randomId()] })]);
  const deny: Fault = {
    type: 'rpcError',
    methods: ['getrawtransaction'],
    code: -5,
    message: 'No such mempool or blockchain transaction.',
  };

  it('confirm a deposit in spite of one that denies it, and not in spite of two', async () => {
    const chain = await openThree();
    const [deposit] = await chain.observe.trace(await payIn());
    proxies[0]!.set([deny]);
    expect(await chain.observe.confirm([deposit!])).toEqual([true]);
    proxies[1]!.set([deny]);
    expect(await chain.observe.confirm([deposit!])).toEqual([false]);
  });

  it('confirm no invented deposit, nor one in another block', async () => {
    const chain = await openThree();
    const [deposit] = await chain.observe.trace(await payIn());
    const told = { ...deposit!, amount: 9_000_000n } as ChainEvent;
    const moved = { ...deposit!, blockHash: 'ab'.repeat(32) };
    expect(await chain.observe.confirm([told, moved, deposit!])).toEqual([false, false, true]);
  });

  it('S13: confirm a depth only where as many blocks of their own stand on it', async () => {
    const chain = await openThree();
    const [deposit] = await chain.observe.trace(await payIn());
    await node.controls.mine(1);
    expect(await chain.observe.confirm([deposit!], undefined, 2)).toEqual([true]);
    expect(await chain.observe.confirm([deposit!], undefined, 3)).toEqual([false]);
    // One that claims more blocks than there are does not make a quorum.
    const raise = (result: unknown): unknown =>
      typeof result === 'object' ? { ...result, confirmations: 99 } : result;
    proxies[0]!.set([{ type: 'falsify', methods: ['getblockheader'], result: raise }]);
    expect(await chain.observe.confirm([deposit!], undefined, 'finalized')).toEqual([false]);
    proxies[0]!.set([]);
    await node.controls.mine(4);
    expect(await chain.observe.confirm([deposit!], undefined, 'finalized')).toEqual([true]);
  });

  it('follow the chain whatever one of them tells of blocks, heights and previous coins', async () => {
    const chain = await openThree();
    const followed = follow(chain);
    const lies: readonly Fault[] = [
      { type: 'falsify', methods: ['getblock'], result: () => '00'.repeat(200) },
      { type: 'falsify', methods: ['getrawtransaction'], result: () => '00'.repeat(60) },
      { type: 'falsify', methods: ['getblockhash'], result: () => 'ab'.repeat(32) },
    ];
    for (const lie of lies) {
      proxies[0]!.set([lie]);
      const txId = await payIn();
      await caughtUp(followed);
      expect(followed.events().filter((event) => event.txId === txId)).toHaveLength(1);
    }
    expect(followed.updates.every(({ type }) => type === 'advance')).toBe(true);
  });
});
