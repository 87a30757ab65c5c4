import { createQuorum, type Endpoint, type RpcReply } from '@portage/chain-kit';
import { describe, expect, it } from 'vitest';
import { createFees, type FeeMemory } from './createFees.js';

const gwei = 1_000_000_000n;
const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

/** Answer of an endpoint to a method; undefined where it refuses. */
type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

const historyOf = (result: object): Answers => ({
  eth_feeHistory: () => ({ oldestBlock: '0x64', ...result }),
});
/** Full blocks with one base fee and one tip. */
const steady = (baseFee: bigint, tip: bigint): Answers =>
  historyOf({ baseFeePerGas: [hex(baseFee)], reward: [[hex(tip)]], gasUsedRatio: [1] });

/** Fees of so many endpoints, all but one of which must answer, and what each says. */
function openFees(
  count: number,
  solver?: string,
): { readonly fees: FeeMemory; readonly says: (Answers | undefined)[] } {
  const says: (Answers | undefined)[] = [];
  const endpoints = Array.from({ length: count }, (_, index): Endpoint => {
    const ask: Endpoint['ask'] = (requests) =>
      Promise.resolve(
        requests.map(({ method, params }): RpcReply => {
          const answer = says[index]?.[method];
          return answer === undefined
            ? { ok: false, error: { code: 1, message: 'no' } }
            : { ok: true, result: answer(params) };
        }),
      );
    return { label: String(index), ask, close: () => Promise.resolve() };
  });
  const quorum = createQuorum(endpoints, {
    needed: Math.max(1, count - 1),
    deadlineMs: 1_000,
    clock: () => 5,
  });
  const bounds = { feeCeiling: 500n * gwei, tipMin: 1_000_000n, tipCeiling: 50n * gwei };
  return { fees: createFees({ quorum, solver, ...bounds, clock: () => 5 }), says };
}

describe('fees of one endpoint', () => {
  it.each([
    [
      'the median of the tips, empty blocks among them',
      [['0x3'], ['0x0'], ['0x5f5e100'], ['0x77359400'], ['0x3b9aca00']],
      undefined,
      100_000_000n,
    ],
    ['a floor where nobody tips', [['0x0'], ['0x0']], undefined, 1_000_000n],
    ['three base fees where an endpoint dreams', [['0xde0b6b3a7640000']], [1], 30n * gwei],
    // A transfer in a block of 30 million, at 500 gwei: 0.0105 ETH, 25 USD.
    [
      "the floor beside one stranger's tip in blocks that are empty",
      [['0x0'], ['0x0'], ['0x746a528800'], ['0x0'], ['0x0']],
      [0, 0, 0.0007, 0, 0],
      1_000_000n,
    ],
    [
      'little where a stranger tips in each block and fills none',
      Array.from({ length: 5 }, () => ['0x746a528800']),
      Array.from({ length: 5 }, () => 0.0007),
      350_000_000n,
    ],
    ['half of the tip where blocks are half full', [['0x77359400']], [0.5], gwei],
  ])('take %s', async (_, reward, gasUsedRatio, tip) => {
    const { fees, says } = openFees(1);
    expect(fees.market()).toBeUndefined();
    says[0] = historyOf({ baseFeePerGas: ['0x1', '0x2540be400'], reward, gasUsedRatio });
    await fees.refresh();
    expect(fees.market()).toEqual({ value: { baseFee: 10n * gwei, tip }, observedAt: 5 });
    says[0] = undefined;
    await expect(fees.refresh()).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
    expect(fees.market()?.observedAt).toBe(5);
  });

  it.each([
    ['the ceiling of the chain', '0x174876e800', 50n * gwei],
    ['the same without a base fee', '0x0', 50n * gwei],
    ['the floor beside a tiny base fee', '0x7', 1_000_000n],
  ])('never tip above %s', async (_, baseFee, tip) => {
    const { fees, says } = openFees(1);
    const reward = [['0xde0b6b3a7640000']];
    says[0] = historyOf({ baseFeePerGas: [baseFee], reward, gasUsedRatio: [1] });
    await fees.refresh();
    expect(fees.market()?.value.tip).toBe(tip);
  });
});

describe('fees of several endpoints', () => {
  it.each([
    ['dreams of dear gas', steady(400n * gwei, 50n * gwei)],
    ['dreams of gas for nothing', steady(0n, 0n)],
    ['refuses', undefined],
    ['talks nonsense', { eth_feeHistory: () => 'no' }],
  ])('are those of the others where one %s', async (_, lie) => {
    const { fees, says } = openFees(3);
    says.push(lie, steady(10n * gwei, gwei), steady(10n * gwei, gwei));
    await fees.refresh();
    expect(fees.market()?.value).toEqual({ baseFee: 10n * gwei, tip: gwei });
  });

  it('stay what they were, with their age, while no quorum answers', async () => {
    const { fees, says } = openFees(3);
    says.push(steady(400n * gwei, 50n * gwei), undefined, undefined);
    await fees.refresh();
    expect(fees.market()).toBeUndefined();
  });

  it('H12: are never above what is paid for gas at most', async () => {
    const { fees, says } = openFees(1);
    says.push(steady(10n ** 18n, 0n));
    await fees.refresh();
    expect(fees.market()?.value.baseFee).toBe(500n * gwei);
  });
});

describe('fees beside transactions of the solver', () => {
  const solver = '0x00000000000000000000000000000000000000aa';
  const transaction = (from: string, tip: bigint, gas = 100_000): object => ({
    from,
    gas: hex(gas),
    gasPrice: hex(10n * gwei + tip),
  });
  /** Full blocks with one tip, each with a transaction of the solver. */
  const crowded = (transactions: readonly object[]): Answers => ({
    ...historyOf({
      baseFeePerGas: [hex(10n * gwei)],
      reward: Array.from({ length: 5 }, () => [hex(30n * gwei)]),
      gasUsedRatio: [1, 1, 1, 1, 1],
    }),
    eth_getTransactionCount: ([, height]) => height,
    eth_getBlockByNumber: () => ({ baseFeePerGas: hex(10n * gwei), transactions }),
  });

  it.each([
    ['the smallest where nobody else is there', [], 1_000_000n],
    ["another's, weighed by its gas", [transaction('0xbb', 4n * gwei)], 2n * gwei],
    [
      "the one that a fifth of the others' gas was taken for",
      [
        ...Array.from({ length: 79 }, () => transaction('0xbb', 20n * gwei, 100_000)),
        ...Array.from({ length: 20 }, () => transaction('0xcc', gwei, 100_000)),
      ],
      // One in a hundred is the solver's.
      990_000_000n,
    ],
  ] as const)('take %s', async (_, others, tip) => {
    const { fees, says } = openFees(1, solver);
    says.push(crowded([transaction(solver.toUpperCase(), 30n * gwei), ...others]));
    await fees.refresh();
    expect(fees.market()?.value.tip).toBe(tip);
  });

  it('are what the history says where the solver sent nothing, or nobody tells', async () => {
    const { fees, says } = openFees(1, solver);
    const told = crowded([]);
    says.push({ ...told, eth_getTransactionCount: () => '0x7' });
    await fees.refresh();
    expect(fees.market()?.value.tip).toBe(30n * gwei);
    says[0] = historyOf({ baseFeePerGas: [hex(10n * gwei)], reward: [['0x1']], gasUsedRatio: [1] });
    await fees.refresh();
    expect(fees.market()?.value.tip).toBe(1_000_000n);
  });
});
