/** Growth of the waits between attempts. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  readonly factor: number;
}

/**
 * Wait in milliseconds before the attempt after `failures`. It is spread by a fifth each way, so
 * that many clients do not ask at the same time.
 */
export function backoffMs(backoff: Backoff, failures: number, random: () => number): number {
  const grown = backoff.firstMs * backoff.factor ** Math.min(failures, 64);
  return Math.min(grown, backoff.maxMs) * (0.8 + 0.4 * random());
}
