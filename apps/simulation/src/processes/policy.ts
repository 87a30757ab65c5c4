import type { SolverPolicy } from '@portage/solver';

/** Milliseconds after the time of an order in which the service still fills it. */
export const fillGraceMs = 30_000;

/** Policy under which a simulated minute holds as many events as an hour of a service. */
export const policy: Partial<SolverPolicy> = {
  sweepMs: 4_000,
  fastFillMs: 20_000,
  chargeMs: 20_000,
  probeMs: 10_000,
  monitorMs: 1_500,
  pollMs: 2_000,
  reconcileMs: 10_000,
  collectMs: 10_000,
  collectionMicroUsd: 20_000_000n,
  collectionAgeMsMax: 25_000,
  fillGraceMs,
  accountWaitMs: 10_000,
  gasWaitMs: 10_000,
  refundWaitMs: 30_000,
};
