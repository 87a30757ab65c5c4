import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock as clock } from '@portage/core';
import type { TransactionIntent } from '@portage/core/chain';
import type { ReleaseIntent } from '@portage/core/plugin';
import { evm } from '@portage/evm-chain';
import { createFakeChain, createFakeVm, fakeAddress } from '@portage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chain, input, solver } from '../../test/smallConfiguration.js';
import { createReleaseGate, guardAllocator, type ReleaseGate } from './guardAllocator.js';
import { openReleases } from './openReleases.js';
import { openReleaseJournal, type ReleaseJournal } from './releaseJournal.js';

const refused = { code: 'RELEASE_REFUSED' };
const word = (byte: string): string => `0x${byte.repeat(32)}`;
const account = (byte: string): string => `0x${byte.repeat(20)}`;
const facts = await evm.prepare(chain).describe(input.keys.evm);
const made = createFakeChain({ id: 9, slug: 'fake' });
const opened = made.chain;
const fake = createFakeVm([made]).prepare({ id: 9 });
const [home] = facts.info.solverAddresses;

const refund: ReleaseIntent = {
  purpose: 'refund',
  chainId: 1,
  depository: chain.contracts.depository,
  currency: facts.native.address,
  recipient: account('0c'),
  amount: 60n,
  orderId: word('0a'),
  key: 'main',
  releases: [{ orderId: word('0a'), depositor: account('0d'), amount: 60n }],
  expiry: 1_800_000_600,
};

function ofOrder(byte: string, amount: bigint): ReleaseIntent {
  const orderId = word(byte);
  const releases = [{ orderId, depositor: account('0d'), amount }];
  return { ...refund, orderId, amount, releases };
}

let folder: string;
let path: string;
let now: number;
let journal: ReleaseJournal;
let gate: ReleaseGate;

async function open(): Promise<void> {
  journal = await openReleaseJournal(path);
  gate = createReleaseGate({
    ...{ facts, journal, clock: { now: () => now } },
    caps: new Map([[facts.native.address, { hour: 100n, day: 150n }]]),
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portage-releases-'));
  path = join(folder, 'own', 'releases.jsonl');
  now = 1_800_000_000_000;
  await open();
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
});

describe('releases', () => {
  it('W2: keep recipient, currency and depositor, however often they are authorized', async () => {
    await gate.admit(refund);
    await gate.admit({ ...refund, expiry: refund.expiry + 600 });
    const others = [
      { recipient: account('0e') },
      { currency: account('0f') },
      { releases: [{ ...refund.releases[0]!, depositor: account('0e') }] },
    ];
    for (const change of others)
      await expect(gate.admit({ ...refund, ...change })).rejects.toMatchObject(refused);
    await gate.admit({
      ...refund,
      key: 'excess',
      amount: 1n,
      releases: ofOrder('0a', 1n).releases,
    });
  });

  it('of refunds may differ in what gas costs, and caps count the largest', async () => {
    await gate.admit(refund);
    await gate.admit(ofOrder('0a', 50n));
    expect(gate.available(refund.currency)).toBe(40n);
    await gate.admit(ofOrder('0a', 61n));
    expect(gate.available(refund.currency)).toBe(39n);
  });

  it('of collections keep every amount and go to the solver alone', async () => {
    const collection = { ...refund, purpose: 'collection', key: '', recipient: home! } as const;
    await gate.admit(collection);
    await gate.admit({ ...collection, expiry: 1 });
    for (const change of [
      { amount: 61n, releases: [{ ...refund.releases[0]!, amount: 61n }] },
      { recipient: account('0c'), orderId: word('0b') },
    ])
      await expect(gate.admit({ ...collection, ...change })).rejects.toMatchObject(refused);
  });

  it('W2: of another chain or depository, or whose parts do not add up, are refused', async () => {
    for (const change of [
      { chainId: 2 },
      { depository: account('01') },
      { amount: 61n },
      { amount: 0n, releases: [{ ...refund.releases[0]!, amount: 0n }] },
    ])
      await expect(gate.admit({ ...refund, ...change })).rejects.toMatchObject(refused);
    expect(gate.available(refund.currency)).toBe(100n);
  });

  it('W2: stay within the caps of an hour and of a day, also when they come at once', async () => {
    const at = (minutes: number): void => void (now = 1_800_000_000_000 + minutes * 60_000);
    const results = await Promise.allSettled(
      ['01', '02', '03'].map((byte) => gate.admit(ofOrder(byte, 40n))),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    at(59);
    await expect(gate.admit(ofOrder('03', 40n))).rejects.toMatchObject(refused);
    at(61);
    await gate.admit(ofOrder('03', 40n));
    expect(gate.available(refund.currency)).toBe(30n);
    at(24 * 60 - 1);
    await expect(gate.admit(ofOrder('04', 31n))).rejects.toMatchObject(refused);
    at(24 * 60 + 1);
    expect(gate.available(refund.currency)).toBe(100n);
    await gate.admit(ofOrder('04', 100n));
  });

  it('are known after a restart, and after a line that a crash cut off', async () => {
    await gate.admit(refund);
    const written = await readFile(path, 'utf8');
    await appendFile(path, written.slice(0, 40));
    await journal.close();
    await open();
    expect(await readFile(path, 'utf8')).toBe(written);
    expect(gate.available(refund.currency)).toBe(40n);
    const stolen = { ...refund, recipient: account('0e') };
    await expect(gate.admit(stolen)).rejects.toMatchObject(refused);
    await gate.admit(refund);
    expect(gate.available(refund.currency)).toBe(40n);
  });

  it('are not authorized on a journal that was changed', async () => {
    await gate.admit(refund);
    await journal.close();
    await appendFile(path, '{"at":1}\n');
    await expect(openReleaseJournal(path)).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
    await rm(path);
    await open();
  });
});

describe('an allocator behind a gate', () => {
  it('W2: signs nothing that the gate has refused', async () => {
    const own = await evm.prepare(chain).allocator?.({ solver, allocator: solver });
    const signed: ReleaseIntent[] = [];
    const guarded = guardAllocator(
      { ...own!, sign: async (intent) => (signed.push(intent), own!.sign(intent)) },
      gate,
    );
    const signature = await guarded.sign(refund);
    expect(signature).toHaveLength(65);
    expect(await guarded.sign(refund)).toEqual(signature);
    await expect(guarded.sign({ ...refund, recipient: account('0e') })).rejects.toMatchObject(
      refused,
    );
    await expect(guarded.sign(ofOrder('0b', 41n))).rejects.toMatchObject(refused);
    expect(signed).toEqual([refund, refund]);
    expect(await guarded.available?.(refund.currency)).toBe(40n);
  });
});

describe('a chain whose depository is an account', () => {
  it('pays out of it within the caps, and pays what else it pays without them', async () => {
    const configuration = { caps: { fake: { [opened.native.id]: { hour: 100n } } } };
    const rules = { configuration, journal, clock };
    const releases = await openReleases({ opener: fake, keys: {} }, opened, rules);
    const { spend } = releases.limit(opened);
    const pay = (intent: TransactionIntent): Promise<unknown> => spend!.prepare([intent], 0n);
    const currency = opened.native.address;
    const recipient = fakeAddress('payer');
    const back = (key: string, amount: bigint, to = recipient): TransactionIntent => ({
      ...{ type: 'refund', orderId: word('0a'), depositor: recipient, currency },
      ...{ recipient: to, amount, key },
    });
    await pay(back('one', 60n));
    await expect(pay(back('two', 41n))).rejects.toMatchObject(refused);
    await expect(pay(back('one', 60n, fakeAddress('thief')))).rejects.toMatchObject(refused);
    const fill = { type: 'fill', orderId: word('0b'), currency, recipient, calls: [] } as const;
    await pay({ ...fill, amount: 1_000n });
    await pay(back('two', 40n));
  });
});
