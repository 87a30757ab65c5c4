import { randomBytes } from 'node:crypto';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { addressOf, scriptOf } from '@portage/bitcoin/transaction';
import { isPortageError } from '@portage/core';
import type {
  DepositAddressOwner,
  SignedTransaction,
  TransactionOutcome,
} from '@portage/core/chain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { depth, network, openSweeps, type OpenedSweeps } from '../../test/openSweeps.js';
import { startNode, type StartedNode } from '../../test/startNode.js';
import { isSameScript, outpointOf, sumOf } from '../coins/coin.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { createTrace } from '../observe/createConfirm.js';
import { createSpendingKey, signTransaction } from '../spend/signTransaction.js';
import { readStored } from '../spend/storedBytes.js';

const currency = bitcoinCodec.nativeCurrency;
const opened: OpenedSweeps[] = [];
let node: StartedNode;
let feeRate: bigint;

beforeAll(async () => {
  node = await startNode();
});
afterAll(async () => {
  for (const { stop } of opened) stop();
  await node.close();
});
beforeEach(() => {
  feeRate = 2_000n;
});

async function open(esploras?: readonly Esplora[]): Promise<OpenedSweeps> {
  const one = await openSweeps(node, {
    feeRate: () => feeRate,
    ...(esploras === undefined ? {} : { esploras }),
  });
  opened.push(one);
  return one;
}

function newOwner(): DepositAddressOwner {
  const script = Uint8Array.from([0, 20, ...randomBytes(20)]);
  return {
    orderId: `0x${randomBytes(32).toString('hex')}`,
    depositor: addressOf(script, network) ?? 'no address',
  };
}

/** A payment of the faucet, in a block. */
async function pay(address: string, value: bigint): Promise<string> {
  const txId = String(await node.ask('devnetFaucet', address, value.toString()));
  await node.controls.mine(1);
  return txId;
}

/** Signs and sends a sweep as the solver does: after a simulation, where there are coins. */
async function sweep(
  { spend, sweepOf }: OpenedSweeps,
  owner: DepositAddressOwner,
  before: readonly SignedTransaction[] = [],
): Promise<SignedTransaction> {
  const intent = sweepOf(owner);
  expect(await spend.simulate?.([intent])).toEqual([{ status: 'passes' }]);
  expect(spend.canFund?.([intent], before)).toEqual([true]);
  const [signed] = await spend.prepare([intent], BigInt(before.length), before);
  if (signed === undefined) throw new Error('one sweep is one transaction');
  expect(await spend.broadcast([signed])).toEqual([{ status: 'accepted' }]);
  return signed;
}

async function judge(
  { spend }: OpenedSweeps,
  ...transactions: readonly SignedTransaction[]
): Promise<readonly TransactionOutcome['status'][]> {
  return (await spend.inspect(transactions)).map(({ status }) => status);
}

const heldAt = async ({ addresses }: OpenedSweeps, address: string): Promise<bigint> =>
  (await addresses.holdings([{ address, currency }]))[0] ?? -1n;

describe('a sweep on a real node', () => {
  it('pays the vault what was paid, in the name of the depositor; the solver pays the fee', async () => {
    const one = await open();
    const owner = newOwner();
    const address = one.addresses.addressOf(owner);
    await pay(address, 100_000n);
    await pay(address, 50_001n);
    expect(await heldAt(one, address)).toBe(150_001n);
    const balance = one.balance() ?? 0n;
    const signed = await sweep(one, owner);
    const { inputs, outputs, fee, size } = readStored(signed.raw);
    expect(outputs[0]).toEqual({ script: node.vault.script, value: 150_001n });
    const own = inputs.filter(({ script }) => isSameScript(script, node.solver.script));
    const change = outputs.filter(({ script }) => isSameScript(script, node.solver.script));
    expect([inputs.length - own.length, sumOf(own) - sumOf(change)]).toEqual([2, fee]);
    expect(fee).toBeGreaterThanOrEqual((feeRate * BigInt(size)) / 1_000n);
    await node.controls.mine(1);
    const [outcome] = await one.spend.inspect([signed]);
    expect(outcome).toMatchObject({ status: 'mined', gasCost: fee });
    const accounts = {
      network,
      vault: node.chain.roles.allocator.address,
      solver: node.chain.roles.solver.address,
    };
    expect(await createTrace({ rpc: node.rpc, accounts })(signed.txId)).toMatchObject([
      { ...owner, type: 'deposit', payer: address, amount: 150_001n },
    ]);
    await one.refresh();
    expect(one.balance()).toBe(balance - fee);
    expect(await heldAt(one, address)).toBe(0n);
  });

  it('L12: of 60 coins at 40 sat/vB costs the solver what two cost; the others pay for themselves', async () => {
    const one = await open();
    const owner = newOwner();
    const address = one.addresses.addressOf(owner);
    for (let paid = 0; paid < 60; paid += 1) await node.ask('devnetFaucet', address, '50000');
    await node.controls.mine(1);
    feeRate = 40_000n;
    const amount = 60n * 50_000n - 58n * 68n * 40n;
    expect(await heldAt(one, address)).toBe(amount);
    const balance = one.balance() ?? 0n;
    const signed = await sweep(one, owner);
    const { inputs, outputs, fee } = readStored(signed.raw);
    expect(inputs.length).toBeGreaterThan(60);
    expect(outputs[0]).toEqual({ script: node.vault.script, value: amount });
    await node.controls.mine(1);
    const [outcome] = await one.spend.inspect([signed]);
    const gasCost = fee - 58n * 68n * 40n;
    expect(outcome).toMatchObject({ status: 'mined', gasCost });
    // Two coins of the address, and what the solver adds, at 40 satoshi.
    expect(gasCost).toBeLessThan(500n * 40n);
    await one.refresh();
    expect(one.balance()).toBe(balance - gasCost);
    expect(await heldAt(one, address)).toBe(0n);
  });

  it('L12: that is outbid has the higher fee of further coins paid by them', async () => {
    const one = await open();
    const owner = newOwner();
    const address = one.addresses.addressOf(owner);
    for (let paid = 0; paid < 20; paid += 1) await node.ask('devnetFaucet', address, '50000');
    await node.controls.mine(1);
    const signed = await sweep(one, owner);
    feeRate = 30_000n;
    const bumped = await one.spend.bump(one.sweepOf(owner), signed, [signed]);
    expect(readStored(bumped.raw).outputs[0]?.value).toBe(20n * 50_000n - 18n * 68n * 30n);
    expect(await one.spend.broadcast([bumped])).toEqual([{ status: 'accepted' }]);
    const balance = one.balance() ?? 0n;
    await node.controls.mine(1);
    const [outcome] = await one.spend.inspect([bumped]);
    if (outcome?.status !== 'mined') throw new Error('a block has it');
    await one.refresh();
    expect(one.balance()).toBe(balance - outcome.gasCost);
  });

  it('is not made of an empty address, of dust, or of coins that nobody has read', async () => {
    const one = await open();
    const [empty, dusty, unread] = [newOwner(), newOwner(), newOwner()];
    await pay(one.addresses.addressOf(dusty), 1_000n);
    await pay(one.addresses.addressOf(unread), 100_000n);
    feeRate = 20_000n;
    const nothing = { status: 'reverts', reason: 'nothing at the address is worth its fee' };
    const intents = [empty, dusty].map(one.sweepOf);
    expect(await one.spend.simulate?.(intents)).toEqual([nothing, nothing]);
    const all = [...intents, one.sweepOf(unread)];
    expect(one.spend.canFund?.(all, [])).toEqual([false, false, false]);
    for (const intent of all)
      await expect(one.spend.prepare([intent], 0n, [])).rejects.toSatisfy((error) =>
        isPortageError(error, 'SERVICE_UNAVAILABLE'),
      );
    expect(await heldAt(one, one.addresses.addressOf(dusty))).toBe(0n);
  });

  it('spends no coin that another one may still spend', async () => {
    const one = await open();
    const [owner, other] = [newOwner(), newOwner()];
    await pay(one.addresses.addressOf(owner), 100_000n);
    await pay(one.addresses.addressOf(other), 100_000n);
    const first = await sweep(one, owner);
    expect(await one.spend.simulate?.([one.sweepOf(owner)])).toEqual([{ status: 'passes' }]);
    expect(one.spend.canFund?.([one.sweepOf(owner)], [first])).toEqual([false]);
    const second = await sweep(one, other, [first]);
    const spent = [first, second].flatMap(({ raw }) => readStored(raw).inputs.map(outpointOf));
    expect(new Set(spent).size).toBe(spent.length);
    await node.controls.mine(1);
    expect(await judge(one, first, second)).toEqual(['mined', 'mined']);
  });

  it('that is stuck is outbid with the same coins, and lands once', async () => {
    const one = await open();
    const owner = newOwner();
    await pay(one.addresses.addressOf(owner), 80_000n);
    const first = await sweep(one, owner);
    feeRate = 30_000n;
    const second = await one.spend.bump(one.sweepOf(owner), first, [first]);
    expect(await one.spend.broadcast([second])).toEqual([{ status: 'accepted' }]);
    const [before, after] = [first, second].map(({ raw }) => readStored(raw));
    expect(after?.outputs.slice(0, 2)).toEqual(before?.outputs.slice(0, 2));
    expect(after?.inputs.map(outpointOf)).toEqual(
      expect.arrayContaining(before?.inputs.map(outpointOf) ?? []),
    );
    await node.controls.mine(depth);
    expect(await judge(one, first, second)).toEqual(['replaced', 'mined']);
  });

  it('that is cancelled leaves the money where it is, and can never land', async () => {
    const one = await open();
    const owner = newOwner();
    const address = one.addresses.addressOf(owner);
    await pay(address, 70_000n);
    const first = await sweep(one, owner);
    const cancel = await one.spend.cancel(first.sequence, first, [first]);
    expect(await one.spend.broadcast([cancel])).toEqual([{ status: 'accepted' }]);
    await node.controls.mine(depth);
    expect(await judge(one, first, cancel)).toEqual(['replaced', 'mined']);
    expect(await heldAt(one, address)).toBe(70_000n);
  });

  it('of a payment that a reorg took back and its payer made otherwise is over at a depth', async () => {
    const one = await open();
    const owner = newOwner();
    const address = one.addresses.addressOf(owner);
    const paid = await pay(address, 90_000n);
    const signed = await sweep(one, owner);
    const { conflicts } = await node.controls.reorg(1, { spendAgain: [paid] });
    expect(conflicts).toHaveLength(1);
    // A process that was not there before knows it from the stored bytes.
    const other = await open();
    expect(await judge(other, signed)).toEqual(['missing']);
    await node.controls.mine(1);
    expect(await judge(other, signed)).toEqual(['replaced']);
    expect(await heldAt(other, address)).toBe(0n);
  });

  it('that a reorg took back lands again with the same bytes', async () => {
    const one = await open();
    const owner = newOwner();
    await pay(one.addresses.addressOf(owner), 60_000n);
    const signed = await sweep(one, owner);
    await node.controls.mine(1);
    await node.controls.reorg(1, { leaveOut: [signed.txId] });
    expect(await judge(one, signed)).toEqual(['missing']);
    expect(await one.spend.broadcast([signed])).toEqual([{ status: 'accepted' }]);
    await node.controls.mine(1);
    expect(await judge(one, signed)).toEqual(['mined']);
  });

  it('takes no coins that an endpoint invents, and misses none that one hides', async () => {
    const honest = await open();
    const owner = newOwner();
    const address = honest.addresses.addressOf(owner);
    await pay(address, 40_000n);
    const invented = Array.from({ length: 300 }, (_, vout) => ({
      txId: 'ee'.repeat(32),
      vout,
      value: 900_000_000n,
      height: 1,
    }));
    const liar: Esplora = { ...node.esplora, unspent: () => Promise.resolve(invented) };
    const hiding: Esplora = { ...node.esplora, unspent: () => Promise.resolve([]) };
    const one = await open([liar, hiding, node.esplora]);
    expect(await heldAt(one, address)).toBe(40_000n);
    const { inputs } = readStored((await sweep(one, owner)).raw);
    expect(inputs.filter(({ script }) => isSameScript(script, scriptOf(address, network)))).toEqual(
      [expect.objectContaining({ value: 40_000n })],
    );
  });
});

describe('an address with more coins than endpoints list', () => {
  const count = 501;

  /** Pays an address so many times in one transaction: anybody can. */
  async function flood(address: string): Promise<void> {
    const key = createSpendingKey(new Uint8Array(32).fill(77));
    const funder = addressOf(key.script, network) ?? '';
    const value = 1_000n;
    const coin = { vout: 0, value: BigInt(count) * value + 100_000n, script: key.script };
    const txId = await pay(funder, coin.value);
    const paid = await node.esplora.transaction(txId);
    const vout = paid.outs.findIndex(({ script }) => isSameScript(script, key.script));
    const outputs = Array.from({ length: count }, () => ({
      script: scriptOf(address, network),
      value,
    }));
    const bytes = signTransaction([key], [{ ...coin, txId, vout }], outputs);
    await node.ask('sendrawtransaction', Buffer.from(bytes).toString('hex'), 0);
    await node.controls.mine(1);
    await expect(node.esplora.unspent(address)).rejects.toThrow();
  }

  it('holds up the sweep of no other', async () => {
    const one = await open();
    const [poisoned, owner] = [newOwner(), newOwner()];
    const [bad, good] = [poisoned, owner].map((each) => one.addresses.addressOf(each));
    await flood(bad ?? '');
    await pay(good ?? '', 100_000n);
    await one.refresh();
    const at = [bad, good].map((address) => ({ address: address ?? '', currency }));
    expect(await one.addresses.holdings(at)).toEqual([undefined, 100_000n]);
    const intents = [poisoned, owner].map(one.sweepOf);
    expect(await one.spend.simulate?.(intents)).toMatchObject([
      { status: 'unknown' },
      { status: 'passes' },
    ]);
    expect(await judge(one, await sweep(one, owner))).toEqual(['pending']);
    // Where nothing at all can be read, that is said.
    await expect(one.addresses.holdings(at.slice(0, 1))).rejects.toThrow();
  });
});

describe('payments to addresses', () => {
  it('are seen in blocks, and read by their transaction', async () => {
    const one = await open();
    const { addresses } = one;
    const [paid, other] = [addresses.addressOf(newOwner()), addresses.addressOf(newOwner())];
    const txId = await pay(paid, 33_000n);
    const height = Number(await node.ask('getblockcount'));
    await node.controls.mine(2);
    const range = { first: height, last: height + 2 };
    await expect
      .poll(() => addresses.receipts([paid, other], range))
      .toEqual([{ address: paid, currency }]);
    // Another process asks for the blocks after it alone.
    const after = { first: height + 1, last: height + 2 };
    expect(await (await open()).addresses.receipts([paid, other], after)).toEqual([]);
    const payment = { address: paid, currency, txId, height, amount: 33_000n };
    expect(await addresses.payments?.(paid, [currency])).toEqual([payment]);
    expect(await addresses.paymentsIn?.(txId)).toContainEqual(payment);
    expect(await addresses.paymentsIn?.('ab'.repeat(32))).toEqual([]);
  });

  it('that were left because their sweep cost too much are looked at again when it costs less', async () => {
    const one = await open();
    const { addresses } = one;
    const address = addresses.addressOf(newOwner());
    await pay(address, 20_000n);
    feeRate = 100_000n;
    await heldAt(one, address);
    await node.controls.mine(1);
    const height = Number(await node.ask('getblockcount'));
    const look = (): ReturnType<typeof addresses.receipts> =>
      addresses.receipts([address], { first: height, last: height });
    expect(await look()).toEqual([]);
    feeRate = 2_000n;
    expect(await look()).toEqual([{ address, currency }]);
  });

  it('are asked about once, however many addresses there are', async () => {
    let questions = 0;
    const counting: Esplora = {
      ...node.esplora,
      unspent: (...asked) => {
        questions += 1;
        return node.esplora.unspent(...asked);
      },
    };
    const one = await open([counting]);
    const before = questions;
    const all = Array.from({ length: 300 }, () => one.addresses.addressOf(newOwner()));
    await pay(all[7] ?? '', 20_000n);
    const height = Number(await node.ask('getblockcount'));
    await expect
      .poll(() => one.addresses.receipts(all, { first: height, last: height }))
      .toEqual([{ address: all[7], currency }]);
    expect(questions).toBe(before);
  });
});
