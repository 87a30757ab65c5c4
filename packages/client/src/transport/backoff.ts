/** How waits grow. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  readonly factor: number;
}

/**
 * The wait before the attempt after `failures`, spread by a fifth each way so that many clients do
 * not march in step.
 */
export function backoffMs(backoff: Backoff, failures: number, random: () => number): number {
  const grown = backoff.firstMs * backoff.factor ** Math.min(failures, 64);
  return Math.min(grown, backoff.maxMs) * (0.8 + 0.4 * random());
}
