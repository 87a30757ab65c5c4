import { randomBytes } from 'node:crypto';
import { isPortageError } from '@portage/core';
import type { Chain, ChainAdvance, ChainEvent } from '@portage/core/chain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exchange } from '../index.js';
import { sendTransfer } from '../../test/sendTransfer.js';
import { rowsOf, startHost, type HostAnswer, type TestHost } from '../../test/startHost.js';
import {
  openExchange,
  startChain,
  type TestAccount,
  type TestChain,
} from '../../test/startChain.js';

/** Rows of histories that a host has changed, moved or kept back. */
const blocksToRead = 4;
let node: TestChain;
let host: TestHost;
let user: TestAccount;
let closing: AbortController;
let chain: Chain;
let logged: { readonly message: string; readonly fields: object }[];

beforeAll(async () => {
  node = await startChain();
  host = await startHost(node.url);
  user = node.user(1);
});
afterAll(async () => {
  await host.stop();
  await node.stop();
});
beforeEach(async () => {
  closing = new AbortController();
  logged = [];
  chain = await open();
});
afterEach(async () => {
  closing.abort();
  host.lie();
  await node.controls.setFaults();
});

function open(change: Partial<TestChain['config']> = {}): Promise<Chain> {
  const config = { ...node.config, rpcUrls: [host.url], ...change };
  return openExchange({ ...node, config }, closing.signal, (message, fields = {}) => {
    logged.push({ message, fields });
  });
}

const randomId = (): string => `0x${randomBytes(32).toString('hex')}`;
const saw = (text: RegExp): boolean => logged.some(({ message }) => text.test(message));

/** Reading of the whole chain: its steps, its events, and how it ended. */
interface Reading {
  readonly steps: ChainAdvance[];
  readonly events: ChainEvent[];
  readonly end: Promise<unknown>;
}

function follow(from: Chain = chain, known: readonly ChainAdvance['cursor'][] = []): Reading {
  const steps: ChainAdvance[] = [];
  const events: ChainEvent[] = [];
  const read = async (): Promise<void> => {
    for await (const update of from.observe.updates(known, closing.signal)) {
      if (update.type !== 'advance') continue;
      steps.push(update);
      events.push(...update.events);
    }
  };
  return { steps, events, end: read().catch((error: unknown) => error) };
}

const of = ({ events }: Reading, txId: string): readonly ChainEvent[] =>
  events.filter((event) => event.txId === txId);

/** The only event of a transfer, once it is reported. */
async function told(reading: Reading, txId: string): Promise<ChainEvent | undefined> {
  await expect.poll(() => of(reading, txId).length).toBe(1);
  return of(reading, txId)[0];
}

/** The members of a text but for some. */
function without(info: HostAnswer, ...names: readonly string[]): HostAnswer {
  return Object.fromEntries(Object.entries(info).filter(([name]) => !names.includes(name)));
}

/** Changes the text of the transfers of a history. */
const infoOf = (change: (info: HostAnswer) => HostAnswer) => ({
  accountTxs: rowsOf((rows) =>
    rows.map((row) => ({
      ...row,
      info: JSON.stringify(change(JSON.parse(String(row['info'])) as HostAnswer)),
    })),
  ),
});

describe('a row that nobody can read', () => {
  const row = { type: 12, info: '{}', status: 3, block_height: 3, sequence_index: 1 };
  const hash = '7e'.repeat(40);

  test('Q5: of another type, without a hash, or of a number that is no status stops nobody', async () => {
    const odd = [
      { ...row, type: 14, hash: 'an order', status: 99 },
      { ...row, type: 14, hash, status: 0 },
      { ...row, hash: 'no hash' },
      { ...row, hash, status: 99 },
    ];
    host.lie({ accountTxs: rowsOf((rows) => [...odd, ...rows]) });
    const reading = follow();
    const txId = await sendTransfer(node, user, { memo: randomId() });
    await node.mine(blocksToRead);
    await told(reading, txId);
    const faults = logged.filter(({ message }) => /cannot be read/.test(message));
    expect(faults.map(({ fields }) => JSON.stringify(fields))).toEqual([
      expect.stringMatching(/no hash\./),
      expect.stringMatching(new RegExp(`${hash}.*unknown status`)),
    ]);
  });

  test('Q5: a transfer that says nothing of its money is told to operators, once', async () => {
    const txId = await sendTransfer(node, user, { memo: randomId() });
    host.lie(infoOf((info) => without(info, 'Amount')));
    const reading = follow();
    await node.mine(blocksToRead);
    await node.mine(1);
    expect(of(reading, txId)).toEqual([]);
    expect(logged.filter(({ fields }) => JSON.stringify(fields).includes(txId))).toHaveLength(1);
  });
});

describe('a transfer to an account of ours', () => {
  test.each<readonly [string, (info: HostAnswer) => HostAnswer]>([
    ['signatures in another form', (info) => ({ ...info, Sig: 'none', L1Sig: { v: 1 } })],
    ['no signatures', (info) => without(info, 'Sig', 'L1Sig', 'Nonce')],
    ['empty attributes', (info) => ({ ...info, L2TxAttributes: {} })],
  ])('with %s is its deposit', async (_, change) => {
    host.lie(infoOf(change));
    const orderId = randomId();
    const reading = follow();
    const txId = await sendTransfer(node, user, { memo: orderId });
    await node.mine(blocksToRead);
    expect(await told(reading, txId)).toMatchObject({
      type: 'deposit',
      orderId,
      amount: 5_000_000n,
    });
  });

  test.each<readonly [string, (info: HostAnswer) => HostAnswer]>([
    ['attributes that nobody here knows', (info) => ({ ...info, L2TxAttributes: { a: 1 } })],
    ['no memo', (info) => without(info, 'Memo')],
  ])('with %s is a deposit of no order, in the name of its payer', async (_, change) => {
    host.lie(infoOf(change));
    const memo = randomId();
    const reading = follow();
    const txId = await sendTransfer(node, user, { memo });
    await node.mine(blocksToRead);
    const found = await told(reading, txId);
    expect(found).toMatchObject({
      type: 'deposit',
      amount: 5_000_000n,
      currency: '0',
      depositor: String(user.accountIndex),
    });
    expect(found).not.toMatchObject({ orderId: memo });
  });

  test('of the solver is told to operators', async () => {
    follow();
    const { accountIndex } = node.solver;
    const txId = await sendTransfer(node, user, { toAccountIndex: accountIndex });
    await node.mine(blocksToRead);
    const notes = () => logged.filter(({ fields }) => JSON.stringify(fields).includes(txId));
    await expect.poll(() => notes().length).toBe(1);
    expect(notes()[0]?.fields).toMatchObject({ amount: '5000000', to: accountIndex });
  });
});

describe('Q10: a row', () => {
  test('that stands out of its order on the first page hides no page', async () => {
    const txIds: string[] = [];
    for (let place = 0; place < 101; place += 1)
      txIds.push(await sendTransfer(node, node.user(2), { amount: 1n + BigInt(place) }));
    host.lie({
      accountTxs: rowsOf((rows, query) =>
        query.get('index') === '0'
          ? [{ ...rows[0], hash: '9d'.repeat(40), block_height: 1 }, ...rows.slice(0, 99)]
          : rows,
      ),
    });
    await node.mine(blocksToRead);
    const { height } = chain.observe.tip()!.value;
    const reading = follow(await open({ startHeight: height - 3 }));
    await node.mine(1);
    await expect.poll(() => txIds.filter((txId) => of(reading, txId).length !== 1)).toEqual([]);
  });

  test('that is listed late is told once it is, and only once', async () => {
    const late = await sendTransfer(node, user, { memo: randomId() });
    const hide = rowsOf((rows) => rows.filter(({ hash }) => hash !== late));
    host.lie({ accountTxs: hide });
    const reading = follow();
    await node.mine(blocksToRead);
    await node.mine(2);
    expect(of(reading, late)).toEqual([]);
    host.lie();
    await node.mine(1);
    await told(reading, late);
    await node.mine(1);
    expect(of(reading, late)).toHaveLength(1);
    // Its step stands on the block that was the newest before.
    const step = reading.steps.find(({ events }) => events.some(({ txId }) => txId === late));
    expect(step?.cursor.height).toBeGreaterThan(step?.events[0]?.height ?? Infinity);
  });

  test.each([{ lagMs: 1_500 }, { pages: 'empty' as const }, { pages: 'shift' as const }])(
    'under the fault %o is told after it',
    async (fault) => {
      const reading = follow();
      await node.controls.setFaults(fault);
      const txId = await sendTransfer(node, user, { memo: randomId() });
      await node.mine(blocksToRead);
      await node.controls.setFaults();
      await node.mine(1);
      await told(reading, txId);
    },
  );
});

describe('the time of a deposit', () => {
  test('is that of the exchange, also where it was read long after', async () => {
    const txId = await sendTransfer(node, user, { memo: randomId() });
    await node.controls.mine(3);
    const executed = Math.floor(node.clock.now() / 1000);
    const before = { height: 1, hash: 'block-1', time: executed - 60 };
    await node.pass(900);
    const reading = follow(await open(), [before]);
    await node.mine(1);
    await told(reading, txId);
    const step = reading.steps.find(({ events }) => events.some((event) => event.txId === txId));
    expect(Math.abs((step?.cursor.time ?? 0) - executed)).toBeLessThan(5);
    expect(reading.steps.at(-1)?.cursor.time).toBeGreaterThan(executed + 800);
  });

  test.each<readonly [string, number]>([
    ['before the block that was known', 1],
    ['in the future', 32_503_680_000_000],
    ['missing', 0],
  ])('%s is not believed', async (_, at) => {
    const known = { height: 1, hash: 'block-1', time: Math.floor(node.clock.now() / 1000) - 30 };
    host.lie({
      accountTxs: rowsOf((rows) => rows.map((row) => ({ ...row, executed_at: at, queued_at: at }))),
    });
    const txId = await sendTransfer(node, user, { memo: randomId() });
    await node.mine(blocksToRead);
    const reading = follow(chain, [known]);
    await node.mine(1);
    await told(reading, txId);
    const step = reading.steps.find(({ events }) => events.some((event) => event.txId === txId));
    expect(step?.cursor.time).toBeGreaterThan(known.time - 130);
    expect(step?.cursor.time).toBeLessThanOrEqual(Math.ceil(node.clock.now() / 1000));
  });
});

describe('Q5, CB10: the status of a transfer that was told', () => {
  test('that goes back to committed is told to operators, and nothing goes on until it is executed', async () => {
    const reading = follow();
    const txId = await sendTransfer(node, user, { memo: randomId() });
    await node.mine(blocksToRead);
    await told(reading, txId);
    const back = (row: HostAnswer): HostAnswer =>
      row['hash'] === txId ? { ...row, status: 2 } : row;
    host.lie({ accountTxs: rowsOf((rows) => rows.map(back)), tx: back });
    const later = await sendTransfer(node, user, { memo: randomId() });
    await node.mine(blocksToRead);
    await expect.poll(() => saw(/went back/)).toBe(true);
    expect(of(reading, later)).toEqual([]);
    host.lie();
    await node.mine(1);
    await told(reading, later);
  });

  test('that fails is noticed also by a process that has started since', async () => {
    const reading = follow();
    const txId = await sendTransfer(node, user, { memo: randomId() });
    await node.mine(blocksToRead);
    await told(reading, txId);
    const known = reading.steps.flatMap(({ blocks }) => blocks);
    closing.abort();
    closing = new AbortController();
    await node.controls.failTransaction(txId);
    const next = follow(await open(), known);
    await node.mine(1);
    expect(await next.end).toSatisfy((error) => isPortageError(error, 'CHAIN_HALTED'));
  });
});

describe('the numbers of statuses', () => {
  test('are those of the configuration', async () => {
    await node.controls.setFaults({ numbers: 'documented' });
    const documented = await open({ statusNumbers: ['failed', 'pending', 'executed', 'executed'] });
    const reading = follow(documented);
    const txId = await sendTransfer(node, user, { memo: randomId() });
    await node.mine(2);
    expect(of(reading, txId)).toEqual([]);
    await node.mine(2);
    await told(reading, txId);
    const [event] = of(reading, txId);
    expect(await documented.observe.confirm([event!])).toEqual([true]);
  });

  test('may make a transfer final once it is committed', async () => {
    const early = await open({ finalStatuses: ['committed', 'executed'] });
    const reading = follow(early);
    const txId = await sendTransfer(node, user, { memo: randomId() });
    await node.mine(2);
    await node.mine(1);
    await told(reading, txId);
    await node.mine(1);
    await told(reading, txId);
  });

  test.each([
    { statusNumbers: ['failed', 'pending'] as const },
    { finalStatuses: ['failed'] as const },
    { finalStatuses: [] as const },
  ])('%o cannot be', (change) => {
    expect(() => exchange.prepare({ ...node.config, ...change })).toThrow();
  });
});
