import { addressOf } from '@portage/bitcoin/transaction';
import type { RelayIntent, SignedTransaction } from '@portage/core/chain';
import type { CoinChange, CoinPlan } from '@portage/core/plugin';
import { describe, expect, it } from 'vitest';
import { outpointOf, sumOf, type OwnedCoin } from '../coins/coin.js';
import { createCoinControl } from './createCoinControl.js';
import { createSigner } from './createSigner.js';
import { createSpendingKey } from './signTransaction.js';
import { readStored } from './storedBytes.js';

const network = 'regtest';
const solver = createSpendingKey(new Uint8Array(32).fill(1));
const vault = createSpendingKey(new Uint8Array(32).fill(2));
const recipient =
  addressOf(createSpendingKey(new Uint8Array(32).fill(3)).script, network) ?? 'no address';
const sender = addressOf(solver.script, network) ?? 'no address';
const dust = 2_000n;

/** Deep coins of the solver. */
const coinsOf = (...values: readonly bigint[]): readonly OwnedCoin[] =>
  values.map((value, place) => ({
    txId: (place + 1).toString(16).padStart(64, '0'),
    vout: 0,
    value,
    script: solver.script,
    isFinal: true,
  }));

function open(coins: readonly OwnedCoin[]) {
  const market = { rate: 5_000n };
  const shared = { confirmed: () => coins, feeRate: () => market.rate, feeRateMax: 100_000n };
  return {
    market,
    control: createCoinControl({ ...shared, sender, script: solver.script }),
    signer: createSigner({ ...shared, network, solver, vault, sender, joinedMax: 20 }),
  };
}

const intentOf = ({ call: { to, data, gasLimit } }: CoinPlan): RelayIntent => ({
  type: 'relay',
  orderId: `0x${'ab'.repeat(32)}`,
  key: 'coins',
  value: 0n,
  to,
  data,
  gasLimit,
});

const split: CoinChange = { type: 'split', count: 5, value: 100_000n, keep: 3 };
const gather: CoinChange = { type: 'consolidate', below: 10_000n, keep: 1, feeRateMax: 6_000n };

async function sign(
  { signer }: Pick<ReturnType<typeof open>, 'signer'>,
  plan: CoinPlan,
  before: readonly SignedTransaction[] = [],
): Promise<SignedTransaction> {
  const [signed] = await signer.prepare([intentOf(plan)], BigInt(before.length), before);
  if (signed === undefined) throw new Error('one change gives one transaction');
  return signed;
}

describe('a split', () => {
  it('makes no coins that cost more to spend than they are worth, when it is signed too', async () => {
    const opened = open(coinsOf(1_000_000n));
    const small: CoinChange = { ...split, value: 700n };
    opened.market.rate = 20_000n;
    expect(() => opened.control.plan(small, [])).toThrow(/costs 1360 satoshi to spend/);
    opened.market.rate = 5_000n;
    const plan = opened.control.plan({ ...small, feeRateMax: 30_000n }, []);
    opened.market.rate = 20_000n;
    await expect(sign(opened, plan)).rejects.toThrow(/costs 1360 satoshi to spend/);
  });

  it('makes so many coins of a value, as it was planned, to the satoshi', async () => {
    const opened = open(coinsOf(1_000_000n, 50_000n));
    const plan = opened.control.plan(split, []);
    expect(plan.inputs.map(({ value }) => value)).toEqual([1_000_000n]);
    expect(plan.outputs).toEqual([...Array<bigint>(5).fill(100_000n), 500_000n - plan.fee]);
    expect(plan.coins).toEqual({ before: 2, after: 7 });
    expect(plan.left).toBe(1_050_000n - plan.fee);
    const { inputs, outputs, fee } = readStored((await sign(opened, plan)).raw);
    expect(inputs.map(outpointOf)).toEqual(plan.inputs.map(outpointOf));
    expect(outputs.map(({ value }) => value)).toEqual(plan.outputs);
    expect(outputs.every(({ script }) => addressOf(script, network) === sender)).toBe(true);
    expect(sumOf(inputs) - sumOf(outputs)).toBe(fee);
    expect(fee).toBe(plan.fee);
  });

  it('takes no coin that an open payment spends, and says what lacks', async () => {
    const opened = open(coinsOf(1_000_000n, 50_000n));
    const { signer, control } = opened;
    const [payment] = await signer.prepare(
      [
        {
          type: 'fill',
          orderId: `0x${'cd'.repeat(32)}`,
          currency: 'btc',
          recipient,
          amount: 400_000n,
          calls: [],
        },
      ],
      0n,
      [],
    );
    if (payment === undefined) throw new Error('one payment gives one transaction');
    expect(() => control.plan(split, [payment])).toThrow(
      expect.objectContaining({ code: 'INSUFFICIENT_FUNDS' }),
    );
    const plan = control.plan(split, []);
    expect(signer.canFund([intentOf(plan)], [payment])).toEqual([false]);
    expect(() => control.plan({ ...split, value: 10n ** 8n }, [])).toThrow(/5 coins of 100000000/);
  });

  it('is made within its fee alone, and again when fees have fallen', () => {
    const { control, signer, market } = open(coinsOf(1_000_000n));
    const intent = intentOf(control.plan({ ...split, feeRateMax: 6_000n }, []));
    market.rate = 6_001n;
    expect(signer.canFund([intent], [])).toEqual([false]);
    market.rate = 6_000n;
    expect(signer.canFund([intent], [])).toEqual([true]);
    market.rate = 6_001n;
    expect(() => control.plan({ ...split, feeRateMax: 6_000n }, [])).toThrow(/6.001 satoshi/);
  });

  it('keeps its coins in a version with a higher fee, from the same ones', async () => {
    const opened = open(coinsOf(1_000_000n));
    const plan = opened.control.plan(split, []);
    const first = await sign(opened, plan);
    opened.market.rate = 9_000n;
    const second = readStored((await opened.signer.bump(intentOf(plan), first, [first])).raw);
    expect(second.fee).toBeGreaterThan(plan.fee);
    expect(second.inputs.map(outpointOf)).toEqual(plan.inputs.map(outpointOf));
    expect(second.outputs.map(({ value }) => value)).toEqual([
      ...Array<bigint>(5).fill(100_000n),
      500_000n - second.fee,
    ]);
  });
});

describe('a consolidation', () => {
  const many = [...Array<bigint>(20).fill(dust), 200_000n, 300_000n];

  it('gathers coins below a value into one, and leaves the others', async () => {
    const opened = open(coinsOf(...many));
    const plan = opened.control.plan(gather, []);
    expect(plan.inputs).toHaveLength(20);
    expect(plan.outputs).toEqual([20n * dust - plan.fee]);
    expect(plan.coins).toEqual({ before: 22, after: 3 });
    const { outputs, fee } = readStored((await sign(opened, plan)).raw);
    expect(outputs.map(({ value }) => value)).toEqual(plan.outputs);
    expect(fee).toBe(plan.fee);
  });

  it('leaves as many coins as payments side by side need', () => {
    const { control } = open(coinsOf(...many));
    expect(() => control.plan({ ...gather, keep: 4 }, [])).toThrow(/3 coins would stay of 22/);
  });

  it('leaves what costs more than it brings, and what a reorg may take back', () => {
    const young = coinsOf(dust, dust, dust).map((coin) => ({ ...coin, isFinal: false }));
    expect(() => open(young).control.plan(gather, [])).toThrow(/nothing to gather: 0/);
    expect(() => open(coinsOf(300n, 310n, 320n)).control.plan(gather, [])).toThrow(
      /nothing to gather: 0/,
    );
  });

  it('gathers no more coins than were planned, whatever came meanwhile', async () => {
    const plan = open(coinsOf(...many)).control.plan(gather, []);
    const opened = open(coinsOf(...many, ...Array<bigint>(30).fill(dust)));
    const { inputs, fee } = readStored((await sign(opened, plan)).raw);
    expect(inputs).toHaveLength(20);
    expect(fee).toBe(plan.fee);
  });

  it('is outbid out of its own coin, and takes no other one', async () => {
    const opened = open(coinsOf(...many));
    const plan = opened.control.plan(gather, []);
    const first = await sign(opened, plan);
    const { inputs, outputs, fee } = readStored(
      (await opened.signer.bump(intentOf(plan), first, [first])).raw,
    );
    expect(inputs.map(outpointOf)).toEqual(plan.inputs.map(outpointOf));
    expect(fee).toBeGreaterThan(plan.fee);
    expect(outputs.map(({ value }) => value)).toEqual([20n * dust - fee]);
  });
});
