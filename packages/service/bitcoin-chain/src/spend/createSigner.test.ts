import { addressOf, dustLimit, readOrderMark, scriptOf } from '@portage/bitcoin/transaction';
import type { FillIntent, RefundIntent, SignedTransaction } from '@portage/core/chain';
import { assert, bigInt, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameScript, outpointOf, sumOf, type OwnedCoin } from '../coins/coin.js';
import { createSigner, type Signer } from './createSigner.js';
import { createSpendingKey } from './signTransaction.js';
import { readStored } from './storedBytes.js';

const network = 'regtest';
const solver = createSpendingKey(new Uint8Array(32).fill(1));
const vault = createSpendingKey(new Uint8Array(32).fill(2));
const recipient =
  addressOf(createSpendingKey(new Uint8Array(32).fill(3)).script, network) ?? 'no address';
const orderId = `0x${'ab'.repeat(32)}`;

const coinOf = (value: bigint, place: number, script = solver.script): OwnedCoin => ({
  txId: (place + 1).toString(16).padStart(64, '0'),
  vout: 0,
  value,
  script,
});

interface Memory {
  confirmed: readonly OwnedCoin[] | undefined;
  feeRate: bigint;
}

function open(confirmed: readonly OwnedCoin[]): Signer & { readonly memory: Memory } {
  const memory: Memory = { confirmed, feeRate: 5_000n };
  const signer = createSigner({
    network,
    solver,
    vault,
    sender: addressOf(solver.script, network) ?? '',
    confirmed: () => memory.confirmed,
    feeRate: () => memory.feeRate,
    feeRateMax: 100_000n,
    joinedMax: 20,
  });
  return { ...signer, memory };
}

const fillOf = (amount: bigint): FillIntent => ({
  type: 'fill',
  orderId,
  currency: 'btc',
  recipient,
  amount,
  calls: [],
});

const refundOf = (amount: bigint): RefundIntent => ({
  type: 'refund',
  orderId,
  depositor: recipient,
  currency: 'btc',
  recipient,
  amount,
  key: 'one',
});

const spentBy = (transactions: readonly SignedTransaction[]): readonly string[] =>
  transactions.flatMap(({ raw }) => readStored(raw).inputs.map(outpointOf));

async function fill(signer: Signer, amount = 50_000n): Promise<SignedTransaction> {
  const [signed] = await signer.prepare([fillOf(amount)], 0n, []);
  if (signed === undefined) throw new Error('one payment gives one transaction');
  return signed;
}

describe('a payment of an order', () => {
  it('pays the recipient exactly, names the order, and gives the rest back', async () => {
    const signer = open([coinOf(100_000n, 0)]);
    const { outputs, fee, size } = readStored((await fill(signer)).raw);
    expect(outputs.map(({ value }) => value)).toEqual([50_000n, 0n, 50_000n - fee]);
    expect(outputs[0]?.script).toEqual(scriptOf(recipient, network));
    expect(readOrderMark(outputs[1]?.script ?? new Uint8Array(), network)).toEqual({
      orderIds: [orderId],
    });
    expect(fee * 1_000n >= 5_000n * BigInt(size)).toBe(true);
    expect(fee * 1_000n < 5_200n * BigInt(size)).toBe(true);
  });

  it('has the same bytes for the same coins', async () => {
    const signer = open([coinOf(100_000n, 0)]);
    expect(await fill(signer)).toEqual(await fill(signer));
  });

  it('S9: never spends what another one that may land spends, and spends its change', async () => {
    const signer = open([coinOf(100_000n, 0), coinOf(90_000n, 1)]);
    const signed: SignedTransaction[] = [];
    for (let sequence = 0n; sequence < 10n; sequence += 1n)
      signed.push(...(await signer.prepare([fillOf(10_000n)], sequence, [...signed])));
    expect(new Set(spentBy(signed)).size).toBe(spentBy(signed).length);
    expect(await signer.prepare([fillOf(1_000n), fillOf(2_000n)], 10n, signed)).toHaveLength(2);
  });

  it('waits where the coins are not enough, and the others do not', async () => {
    const signer = open([coinOf(100_000n, 0)]);
    const intents = [fillOf(50_000n), fillOf(10n ** 9n), fillOf(5_000n)];
    expect(signer.canFund(intents, [])).toEqual([true, false, true]);
    await expect(signer.prepare([fillOf(10n ** 9n)], 0n, [])).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    signer.memory.confirmed = undefined;
    expect(signer.canFund([fillOf(1_000n)], [])).toEqual([false]);
  });

  it('waits where too many transactions without a block belong together', async () => {
    const signer = open([coinOf(10_000_000n, 0)]);
    const signed: SignedTransaction[] = [];
    while (signer.canFund([fillOf(1_000n)], signed)[0] === true)
      signed.push(...(await signer.prepare([fillOf(1_000n)], BigInt(signed.length), [...signed])));
    expect(signed).toHaveLength(25);
  });

  it('leaves the change of a payment alone that was outbid', async () => {
    const signer = open([coinOf(100_000n, 0)]);
    const first = await fill(signer);
    const second = await signer.bump(fillOf(50_000n), first, [first]);
    expect(second.txId).not.toBe(first.txId);
    expect(signer.canFund([fillOf(1_000n)], [first])).toEqual([true]);
    expect(signer.canFund([fillOf(1_000n)], [first, second])).toEqual([false]);
  });
});

describe('a payment that blocks pass over', () => {
  it('S8: is outbid with the same coins as nodes demand, and pays the same, always', async () => {
    const rates = bigInt({ min: 1_000n, max: 90_000n });
    const values = bigInt({ min: 60_000n, max: 300_000n });
    const cases: [bigint, bigint][] = [];
    assert(property(values, rates, (value, rate) => void cases.push([value, rate])));
    for (const [value, rate] of cases) {
      const signer = open([coinOf(value, 0), coinOf(40_000n, 1)]);
      if (signer.canFund([fillOf(50_000n)], [])[0] !== true) continue;
      const first = await fill(signer);
      signer.memory.feeRate = rate;
      const next = await signer.bump(fillOf(50_000n), first, [first]);
      if (next.txId === first.txId) continue;
      const [before, after] = [readStored(first.raw), readStored(next.raw)];
      expect(next.sequence).toBe(first.sequence);
      expect(spentBy([next])).toEqual(expect.arrayContaining([...spentBy([first])]));
      expect(after.outputs.slice(0, 2)).toEqual(before.outputs.slice(0, 2));
      expect(after.fee >= before.fee + BigInt(after.size)).toBe(true);
      expect(after.fee * BigInt(before.size) > before.fee * BigInt(after.size)).toBe(true);
      expect(sumOf(after.inputs)).toBe(sumOf(after.outputs) + after.fee);
      expect(after.outputs.every(({ script, value: paid }) => paid >= dustLimit(script))).toBe(
        true,
      );
    }
  });

  it('offers a higher rate than before also where it needs one coin more', async () => {
    const signer = open([coinOf(62_000n, 0), coinOf(40_000n, 1)]);
    signer.memory.feeRate = 60_000n;
    const first = await fill(signer);
    signer.memory.feeRate = 1_000n;
    const next = await signer.bump(fillOf(50_000n), first, [first]);
    const [before, after] = [readStored(first.raw), readStored(next.raw)];
    expect([before.inputs.length, after.inputs.length]).toEqual([1, 2]);
    expect(after.fee * BigInt(before.size) > before.fee * BigInt(after.size)).toBe(true);
  });

  it('S10: is not signed above the ceiling of fees, and is once they fall', async () => {
    const signer = open([coinOf(900_000n, 0)]);
    signer.memory.feeRate = 100_001n;
    expect(signer.canFund([fillOf(50_000n)], [])).toEqual([false]);
    await expect(fill(signer)).rejects.toThrow('above the ceiling of 100');
    signer.memory.feeRate = 100_000n;
    expect(signer.canFund([fillOf(50_000n)], [])).toEqual([true]);
    expect(readStored((await fill(signer)).raw).fee).toBeGreaterThan(0n);
  });

  it('S10: stays as it is when fees are above their ceiling', async () => {
    const signer = open([coinOf(900_000n, 0)]);
    signer.memory.feeRate = 100_000n;
    const first = await fill(signer);
    signer.memory.feeRate = 500_000n;
    const { fee, size } = readStored(first.raw);
    expect(fee * 1_000n < 102_000n * BigInt(size)).toBe(true);
    expect(await signer.bump(fillOf(50_000n), first, [first])).toBe(first);
  });

  it('stays as it is where the fee of its size at the rate of now is not covered', async () => {
    const signer = open([coinOf(900_000n, 0)]);
    const first = await fill(signer);
    signer.memory.feeRate = 40_000n;
    const costs: bigint[] = [];
    const ask = (covered: bigint) =>
      signer.bump(fillOf(50_000n), first, [first], (cost) => {
        costs.push(cost);
        return cost <= covered;
      });
    const free = await ask(10n ** 9n);
    const { fee, size } = readStored(free.raw);
    expect(costs).toEqual([fee]);
    expect(fee).toBeGreaterThanOrEqual(40n * BigInt(size));
    expect(await ask(fee - 1n)).toBe(first);
    expect(await ask(fee)).toEqual(free);
  });

  it('stays as it is when its change is spent already', async () => {
    const signer = open([coinOf(100_000n, 0)]);
    const first = await fill(signer, 10_000n);
    const child = await signer.prepare([fillOf(20_000n)], 1n, [first]);
    expect(await signer.bump(fillOf(10_000n), first, [first, ...child])).toBe(first);
    expect(await signer.cancel(0n, first, [first, ...child])).toBe(first);
  });

  it('is cancelled by its own coins, which go back to their owners', async () => {
    const signer = open([coinOf(100_000n, 0), coinOf(70_000n, 1, vault.script)]);
    const [refund] = await signer.prepare([refundOf(30_000n)], 0n, []);
    const cancel = await signer.cancel(0n, refund, refund === undefined ? [] : [refund]);
    const { outputs } = readStored(cancel.raw);
    expect(spentBy([cancel])).toEqual(spentBy(refund === undefined ? [] : [refund]));
    expect(outputs[0]).toEqual({ script: vault.script, value: 70_000n });
    expect(outputs.slice(1).every(({ script }) => isSameScript(script, solver.script))).toBe(true);
  });
});

describe('a payment out of the depository', () => {
  it("takes its amount alone there; the fee is the solver's", async () => {
    const signer = open([coinOf(100_000n, 0), coinOf(70_000n, 1, vault.script)]);
    const [refund] = await signer.prepare([refundOf(30_000n)], 0n, []);
    const { inputs, outputs } = readStored(refund?.raw ?? new Uint8Array());
    const valueOf = (script: Uint8Array): bigint =>
      sumOf(inputs.filter((one) => isSameScript(one.script, script))) -
      sumOf(outputs.filter((one) => isSameScript(one.script, script)));
    expect(valueOf(vault.script)).toBe(30_000n);
    expect(outputs[0]).toEqual({ script: scriptOf(recipient, network), value: 30_000n });
    expect(valueOf(solver.script)).toBe(readStored(refund?.raw ?? new Uint8Array()).fee);
  });

  it('leaves no rest there that nodes do not pass on', async () => {
    const coins = [coinOf(100_000n, 0), coinOf(30_100n, 1, vault.script)];
    expect(open(coins).canFund([refundOf(30_000n)], [])).toEqual([false]);
    const more = open([...coins, coinOf(5_000n, 2, vault.script)]);
    const [refund] = await more.prepare([refundOf(30_000n)], 0n, []);
    expect(readStored(refund?.raw ?? new Uint8Array()).outputs[2]).toEqual({
      script: vault.script,
      value: 5_100n,
    });
  });
});
