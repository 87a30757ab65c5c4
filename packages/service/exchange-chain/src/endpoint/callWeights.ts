import type { RpcRequest } from '@portage/chain-kit';

/** Tier of the account by which a host bounds calls. */
export type ExchangeTier = 'standard' | 'premium' | 'plus' | 'builder';

/** Weight that a host lets go in any minute, by tier. A standard account has 60 calls instead. */
const perMinute: Readonly<Record<ExchangeTier, number>> = {
  standard: 24_000,
  premium: 24_000,
  plus: 120_000,
  builder: 240_000,
};

/**
 * Weights of calls, by https://apidocs.lighter.xyz/docs/rate-limits, compared in November 2026: 300
 * for those that are not listed.
 */
const weights: ReadonlyMap<string, number> = new Map([
  ['sendTx', 6],
  ['nextNonce', 6],
  ['apikeys', 150],
  ['transferFeeInfo', 500],
]);
const weightUsual = 300;
/** Least weight of a call of a standard account: a sixtieth of the whole. */
const weightStandard = 400;

/** Part of the weight that is used: what is asked together may go beyond a bound by its own. */
const usedPart = 0.9;
/** Part of it that may go at once, as a start needs it; the rest of a minute is spread over it. */
const burstPart = 1 / 3;
/** The most milliseconds that a call waits for its turn: answers have ten seconds. */
const waitMsMax = 8_000;
const minuteMs = 60_000;

/** Weight of calls that a host lets go, and how they are spread. */
export interface CallWeights {
  /** Weight that may be used in any minute. */
  readonly perMinuteMax: number;
  readonly weigh: (request: Pick<RpcRequest, 'method'>) => number;
}

/** Weights of calls for a tier. Pure. */
export function callWeights(tier: ExchangeTier): CallWeights {
  const least = tier === 'standard' ? weightStandard : 0;
  return {
    perMinuteMax: perMinute[tier],
    weigh: ({ method }) => Math.max(least, weights.get(method) ?? weightUsual),
  };
}

/**
 * Budget of one host: a third of a minute's weight at once, and the rest over the minute, so that
 * no minute has more than the whole. Pure.
 */
export function hostBudget({ perMinuteMax, weigh }: CallWeights): HostBudget {
  const callsPerSecondMax = ((1 - burstPart) * usedPart * perMinuteMax * 1_000) / minuteMs;
  const burstMs = (burstPart / (1 - burstPart)) * minuteMs;
  return { callsPerSecondMax, burstMs, waitMsMax, weigh };
}

/** Budget of one host, as the endpoints of a chain take it. */
export interface HostBudget extends Pick<CallWeights, 'weigh'> {
  readonly callsPerSecondMax: number;
  readonly burstMs: number;
  readonly waitMsMax: number;
}
