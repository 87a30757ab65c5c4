import type { PolicyChanges } from '@portage/solver';

/** Milliseconds after the time of an order in which the service still fills it. */
export const fillGraceMs = 30_000;

/** Policy under which a simulated minute holds as many events as an hour of a service. */
export const policy: PolicyChanges = {
  work: { sweepMs: 4_000, chargeMs: 20_000, probeMs: 10_000, pollMs: 2_000 },
  fastFills: { intervalMs: 20_000 },
  transactions: { monitorMs: 1_500 },
  balances: { intervalMs: 10_000 },
  collections: { intervalMs: 10_000, microUsdMin: 20_000_000n, ageMsMax: 25_000 },
  fills: { graceMs: fillGraceMs, accountWaitMs: 10_000, gasWaitMs: 10_000, refundWaitMs: 30_000 },
};
