import type { BenchOptions } from '../benchOptions.js';
import type { BenchResult } from '../measure/report.js';
import { formatSpread, median } from '../measure/statistics.js';
import { drawSplits, type SplitInput } from './drawSplits.js';
import { decimalAmountsOf, splitWithDecimals, toDecimals } from './splitWithDecimals.js';
import { amountsOf, splitWithFees } from './splitWithFees.js';

const inputs = 2_000;
const passesOfRound = 20;
const libraries = {
  ours: '@portage/fees',
  decimals: 'bignumber.js 9.3.1',
  text: 'JSON.stringify of the result',
} as const;

/** One way to work through all inputs once; the result depends on every split. */
interface Contestant {
  readonly name: keyof typeof libraries;
  readonly pass: () => number;
  readonly nanoseconds: number[];
}

/**
 * Whole split of fees, sponsored and with two app fees, beside the same arithmetic with a decimal
 * library, and beside writing its result as JSON.
 */
export function benchFees({ rounds, note }: BenchOptions): Promise<BenchResult> {
  const drawn = drawSplits(inputs);
  checkSame(drawn);
  const contestants = contestantsFor(drawn);
  let seen = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const contestant of round % 2 === 0 ? contestants : [...contestants].reverse()) {
      const before = process.cpuUsage();
      for (let pass = 0; pass < passesOfRound; pass += 1) seen += contestant.pass();
      const { user, system } = process.cpuUsage(before);
      if (round > 0)
        contestant.nanoseconds.push((1000 * (user + system)) / (inputs * passesOfRound));
    }
    if (round > 0)
      note(
        `round ${String(round)}: ${contestants.map(({ name, nanoseconds }) => `${libraries[name]} ${(nanoseconds.at(-1) ?? 0).toFixed(0)} ns`).join(', ')}`,
      );
  }
  if (seen === 0) throw new Error('Nothing was worked out.');
  return Promise.resolve(summarise(contestants));
}

function contestantsFor(drawn: readonly SplitInput[]): readonly Contestant[] {
  const decimals = drawn.map(toDecimals);
  const results = drawn.map((input) => {
    const { relayer, relayerGas, relayerService, app } = splitWithFees(input).fees;
    const { buckets, sponsoredTotal, userPaysTotal } = splitWithFees(input).sponsorship;
    const shown = Object.entries(buckets).map(([name, bucket]) => [
      name,
      {
        selected: bucket.selected,
        total: bucket.total.toString(),
        sponsored: bucket.sponsored.toString(),
        userPays: bucket.userPays.toString(),
      },
    ]);
    const amounts = { relayer, relayerGas, relayerService, app, sponsoredTotal, userPaysTotal };
    return {
      ...Object.fromEntries(
        Object.entries(amounts).map(([name, amount]) => [name, amount.toString()]),
      ),
      buckets: Object.fromEntries(shown) as unknown,
    };
  });
  return [
    {
      name: 'ours',
      nanoseconds: [],
      pass: () =>
        drawn.reduce((sum, input) => sum + (splitWithFees(input).sponsorship.capHit ? 1 : 2), 0),
    },
    {
      name: 'decimals',
      nanoseconds: [],
      pass: () =>
        decimals.reduce(
          (sum, input) => sum + (splitWithDecimals(input).amountOut.isZero() ? 1 : 2),
          0,
        ),
    },
    {
      name: 'text',
      nanoseconds: [],
      pass: () => results.reduce((sum, result) => sum + JSON.stringify(result).length, 0),
    },
  ];
}

/** Throws if the two ways differ in any amount. */
function checkSame(drawn: readonly SplitInput[]): void {
  for (const input of drawn) {
    const [ours, theirs] = [
      amountsOf(splitWithFees(input)).join(),
      decimalAmountsOf(splitWithDecimals(toDecimals(input))).join(),
    ];
    if (ours !== theirs) throw new Error(`The splits differ: ${ours} and ${theirs}.`);
  }
}

function summarise(contestants: readonly Contestant[]): BenchResult {
  const middle = (name: Contestant['name']): number =>
    median(contestants.find((contestant) => contestant.name === name)?.nanoseconds ?? []);
  return {
    bench: 'fees',
    figures: [
      { name: 'splits a second of one core', value: (1e9 / middle('ours')).toFixed(0) },
      {
        name: 'a decimal library takes so many times as long',
        value: (middle('decimals') / middle('ours')).toFixed(1),
      },
      {
        name: 'writing the result as JSON takes so many times as long',
        value: (middle('text') / middle('ours')).toFixed(1),
      },
      ...contestants.map(({ name, nanoseconds }) => ({
        name: `${libraries[name]}: CPU ns each`,
        value: formatSpread(nanoseconds),
      })),
    ],
    notes: [
      `Medians of ${String(contestants[0]?.nanoseconds.length ?? 0)} rounds in rotation, ${String(passesOfRound)} passes over ${String(inputs)} drawn inputs each, after one to warm up; CPU time of this process.`,
      'One split: two app fees, the fee members, five buckets with share and cap, conversion to the destination currency, least amount, and the charge of the sponsor. Both ways give the same amounts to the unit, checked before.',
    ],
  };
}
