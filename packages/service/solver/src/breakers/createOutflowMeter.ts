import { Money, type Observed, type Price } from '@portage/core';
import { findAsset, type PaymentIntent } from '@portage/core/chain';
import { outflowsOf, type Settlement } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import type { OutflowPolicy } from '../policy/outflowPolicy.js';
import type { OutflowMeter } from '../chainBreakers.js';
import { wait } from '../plan/decision.js';

const bucketMs = 300_000;
const hour = 3_600_000 / bucketMs;
const day = 24 * hour;

/** Before a payment is decided anew that the limit of outflows put off. */
const delayMs = 1_000;

/** Amount that left the solver before this process began. */
type MadeOutflow =
  ReturnType<Settlement['breakers']['outflows']> extends AsyncIterable<readonly (infer Made)[]>
    ? Made
    : never;

/** Worth of what left the solver within five minutes, in micro-USD. */
interface Bucket {
  readonly currencies: Map<string, bigint>;
  readonly recipients: Map<string, bigint>;
}

/** Worth that would leave with a payment, in micro-USD. */
interface Worth {
  readonly currency: string;
  readonly recipient: string;
  readonly microUsd: bigint;
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
};

/** Worth that left, in buckets of five minutes. */
function createBuckets(now: () => number) {
  let buckets = new Map<number, Bucket>();
  const indexOf = (ageMs: number): number => Math.floor((now() - ageMs) / bucketMs);
  const sum = (of: keyof Bucket, key: string, count: number): bigint => {
    const newest = indexOf(0);
    return [...buckets].reduce(
      (total, [index, bucket]) =>
        total + (index > newest - count ? (bucket[of].get(key) ?? 0n) : 0n),
      0n,
    );
  };
  /** Begins a bucket, and forgets what is too old to be counted with it. */
  const open = (index: number): Bucket => {
    for (const [old, { recipients }] of buckets) {
      if (old <= index - day) buckets.delete(old);
      // Recipients are counted for an hour alone.
      else if (old <= index - hour) recipients.clear();
    }
    const bucket: Bucket = { currencies: new Map(), recipients: new Map() };
    buckets.set(index, bucket);
    return bucket;
  };
  return {
    sum,
    add: ({ currency, recipient, microUsd }: Worth, ageMs: number): void => {
      const index = indexOf(ageMs);
      const bucket = buckets.get(index) ?? open(index);
      add(bucket.currencies, currency, microUsd);
      add(bucket.recipients, recipient, microUsd);
    },
    clear: (): void => {
      buckets = new Map();
    },
  };
}

/** The limit that a payment would break, as a sentence; undefined where it breaks none. */
function brokenLimit(
  { currency, recipient, microUsd }: Worth,
  sumOf: (of: keyof Bucket, key: string, count: number) => bigint,
  policy: OutflowPolicy,
): string | undefined {
  const rules = [
    [sumOf('currencies', currency, hour), policy.hourMicroUsdMax, `of ${currency} in an hour`],
    [sumOf('currencies', currency, day), policy.dayMicroUsdMax, `of ${currency} in a day`],
    [
      sumOf('recipients', recipient, hour),
      policy.recipientMicroUsdMax,
      `to ${recipient} in an hour`,
    ],
  ] as const;
  const broken = rules.find(([before, most]) => before + microUsd > most);
  return (
    broken &&
    `More than ${Money.formatUsd(broken[1])} USD ${broken[2]} would leave: ${Money.formatUsd(broken[0] + microUsd)} USD.`
  );
}

/** Worth of an amount in micro-USD; undefined where no price of its currency is known. */
function priceOf(
  { chain, prices }: ChainContext,
  { currency, amount }: Pick<MadeOutflow, 'currency' | 'amount'>,
): bigint | undefined {
  const asset = findAsset(chain, currency);
  const price: Observed<Price> | undefined = asset && prices(asset.id);
  return asset && price && Money.usdUp(amount, asset.decimals, price.value);
}

/** Reads the payments of the last day, until the signal aborts. */
async function readMade(
  { chain, settlement }: ChainContext,
  add: (outflow: MadeOutflow) => void,
  signal: AbortSignal,
): Promise<void> {
  for await (const page of settlement.breakers.outflows(chain.id, chain.native.address)) {
    page.forEach(add);
    if (signal.aborted) return;
  }
}

/**
 * Makes the meter of a chain, which begins with what the database knows. A payment that would take
 * out more than the policy allows is not signed, and the chain is halted. An operator who clears
 * the halt lets the count begin anew. After an abort it may lack payments, and is of no use.
 */
export async function createOutflowMeter(
  context: ChainContext,
  signal: AbortSignal,
): Promise<OutflowMeter> {
  const { chain, settlement, policy, clock, log } = context;
  const buckets = createBuckets(() => clock.elapsed());
  let broken: string | undefined;
  let isHalted = false;
  const priced = (outflow: Parameters<typeof priceOf>[1]): bigint | undefined =>
    priceOf(context, outflow);
  const worthsOf = (intent: PaymentIntent): readonly (Worth | undefined)[] =>
    outflowsOf(intent, chain.native.address).map((outflow) => {
      const microUsd = priced(outflow);
      return microUsd === undefined
        ? undefined
        : { currency: outflow.currency, recipient: intent.recipient, microUsd };
    });
  const addMade = ({ ageMs, recipient, ...outflow }: MadeOutflow): void => {
    const microUsd = priced(outflow) ?? 0n;
    buckets.add({ currency: outflow.currency, recipient, microUsd }, ageMs);
  };
  await readMade(context, addMade, signal);

  return {
    limit: (decided) => {
      // Nothing is due on a halted chain: an operator has let it go on.
      if (isHalted && decided.length > 0) {
        buckets.clear();
        isHalted = false;
      }
      broken = undefined;
      const taken = createBuckets(() => clock.elapsed());
      const sumOf: typeof taken.sum = (...asked) => buckets.sum(...asked) + taken.sum(...asked);
      return decided.map((one) => {
        // A payment that was decided before is counted already.
        if (one.decision.type !== 'pay' || one.decision.isRewrite) return one;
        const worths = worthsOf(one.decision.intent);
        const known = worths.filter((worth) => worth !== undefined);
        if (known.length < worths.length)
          return { ...one, decision: wait(delayMs, 'the worth of what leaves is not known') };
        const limit = known
          .map((worth) => brokenLimit(worth, sumOf, policy.outflows))
          .find((sentence) => sentence !== undefined);
        if (limit === undefined) {
          for (const worth of known) taken.add(worth, 0);
          return one;
        }
        broken ??= limit;
        return { ...one, decision: wait(delayMs, limit) };
      });
    },
    count: (decided) => {
      for (const { decision } of decided)
        if (decision.type === 'pay' && !decision.isRewrite)
          for (const worth of worthsOf(decision.intent))
            if (worth !== undefined) buckets.add(worth, 0);
    },
    judge: async () => {
      if (broken === undefined) return;
      const reason = broken;
      broken = undefined;
      isHalted = true;
      await settlement.chains.halt(chain.id, reason);
      log('a chain is halted', { chain: chain.slug, level: 'error', reason });
    },
  };
}
