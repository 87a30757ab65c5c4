import { appendFile, mkdtemp, open as openFile, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock as clock } from '@portage/core';
import type { TransactionIntent } from '@portage/core/chain';
import type { ReleaseIntent } from '@portage/core/plugin';
import { evm } from '@portage/evm-chain';
import { createFakeChain, createFakeVm, createFullDisk, fakeAddress } from '@portage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chain, input, solver } from '../../test/smallConfiguration.js';
import {
  createReleaseGate,
  guardAllocator,
  type ReleaseCap,
  type ReleaseGate,
} from './guardAllocator.js';
import { openLineFile } from './lineFile.js';
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
  gateWith(new Map([[facts.native.address, { hour: 100n, day: 150n }]]));
}

function gateWith(caps: ReadonlyMap<string, ReleaseCap>): void {
  gate = createReleaseGate({ facts, journal, clock: { now: () => now }, caps });
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
    await gate.admit({ ...refund, expiry: refund.expiry + 300 });
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

  it('W10: are written as the chain writes them, or are refused', async () => {
    const token = account('af');
    gateWith(new Map([[token, { hour: 100n }]]));
    const capped = { ...refund, currency: token };
    await gate.admit(capped);
    const upper = (text: string): string => `0x${text.slice(2).toUpperCase()}`;
    const part = capped.releases[0]!;
    for (const change of [
      { currency: upper(token) },
      { recipient: upper(capped.recipient) },
      { depository: upper(account('0d')) },
      { orderId: upper(capped.orderId) },
      { orderId: 'order' },
      { releases: [{ ...part, orderId: upper(part.orderId) }] },
      { releases: [{ ...part, depositor: upper(part.depositor) }] },
    ])
      await expect(gate.admit({ ...capped, key: 'other', ...change })).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining('one form') as unknown,
      });
    expect(gate.available(token)).toBe(40n);
    expect(gate.available(upper(token))).toBe(0n);
    const names = (await readFile(path, 'utf8')).trim().split('\n');
    expect(names).toHaveLength(1);
  });

  it('W11: of a currency without a cap are refused on a chain with caps', async () => {
    const other = account('0f');
    await expect(gate.admit({ ...refund, currency: other })).rejects.toMatchObject({
      ...refused,
      hint: expect.stringContaining('allocator.caps.one') as unknown,
    });
    expect(gate.available(other)).toBe(0n);
    gateWith(new Map());
    await gate.admit({ ...refund, currency: other });
    expect(gate.available(other)).toBeUndefined();
  });

  it('W10: of a collection have no key, which would make it another payment', async () => {
    const collection = { ...refund, purpose: 'collection', recipient: home! } as const;
    await expect(gate.admit({ ...collection, key: 'twin' })).rejects.toMatchObject(refused);
    await gate.admit({ ...collection, key: '' });
  });

  it('W12: expire 15 minutes ahead of the allocator’s clock at the latest', async () => {
    const latest = now / 1_000 + 900;
    for (const later of [1, 3_600, 30 * 86_400])
      await expect(gate.admit({ ...refund, expiry: latest + later })).rejects.toMatchObject({
        ...refused,
        hint: expect.stringContaining('compare the clocks') as unknown,
      });
    expect(gate.available(refund.currency)).toBe(100n);
    await gate.admit({ ...refund, expiry: latest });
  });

  it('W12: that expired unused count again when they are signed again, and only then', async () => {
    const days = ['01', '02', '03', '04'];
    const at = (minutes: number): void => void (now = 1_800_000_000_000 + minutes * 60_000);
    const sign = (byte: string): Promise<void> =>
      gate.admit({ ...ofOrder(byte, 100n), expiry: now / 1_000 + 600 });
    for (const [day, byte] of days.entries()) {
      at(day * 24 * 60);
      await sign(byte);
    }
    // A day later each is known, and none of them is counted.
    at(days.length * 24 * 60);
    expect(gate.available(refund.currency)).toBe(100n);
    await sign('01');
    await expect(sign('02')).rejects.toMatchObject(refused);
    // Signing the same payment again takes no second share of the caps.
    at(days.length * 24 * 60 + 20);
    await sign('01');
    expect(gate.available(refund.currency)).toBe(0n);
    await journal.close();
    await open();
    await expect(sign('02')).rejects.toMatchObject(refused);
    // Its share went along to the last signature, a quarter of an hour's window later.
    at(days.length * 24 * 60 + 65);
    expect(gate.available(refund.currency)).toBe(0n);
    at(days.length * 24 * 60 + 81);
    expect(gate.available(refund.currency)).toBe(50n);
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

  it('W13: that a full disk could not hold are not authorized, and take nothing of the caps', async () => {
    const disk = createFullDisk();
    await journal.close();
    journal = await openReleaseJournal(path, (name) =>
      openLineFile(name, async (file) => disk.hold(await openFile(file, 'a+'))),
    );
    gateWith(new Map([[facts.native.address, { hour: 100n }]]));
    await gate.admit(refund);
    disk.fill('append');
    await expect(gate.admit(ofOrder('0b', 40n))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(gate.available(refund.currency)).toBe(40n);
    disk.free();
    await gate.admit(ofOrder('0c', 30n));
    await journal.close();
    await open();
    expect(gate.available(refund.currency)).toBe(10n);
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
      type: 'refund',
      orderId: word('0a'),
      depositor: recipient,
      currency,
      recipient: to,
      amount,
      key,
    });
    await pay(back('one', 60n));
    await expect(pay(back('two', 41n))).rejects.toMatchObject(refused);
    await expect(pay(back('one', 60n, fakeAddress('thief')))).rejects.toMatchObject(refused);
    const fill = { type: 'fill', orderId: word('0b'), currency, recipient, calls: [] } as const;
    await pay({ ...fill, amount: 1_000n });
    await pay(back('two', 40n));
  });
});
